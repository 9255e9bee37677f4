import { Alert, Button, Checkbox, Segmented } from 'antd';
import { useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { saveCustomer } from '@washdesk/contracts/members/customer-edit';
import { counted } from '@washdesk/rules/text/counts';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { UnsavedChanges } from '../../../../components/feedback/unsaved-changes.tsx';
import { FormField } from '../../../../components/form/form-field.tsx';
import { TextField } from '../../../../components/form/text-field.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { FoundCustomersDialog } from '../../../../domain/customers/found-customers-dialog.tsx';
import { useValues, useZodForm, type ZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import { isApprovalCanceled, useOperation } from '../actions/use-operation.ts';
import { useSaveCustomerMutation } from '../customer-screen-api.ts';
import { useCodeCheck, type FoundCustomers } from '../use-code-check.ts';
import { conflictsIn, type Conflict } from './conflict.ts';
import { Conflicts } from './conflicts.tsx';
import { dirtyFields, infoForm, infoLabels, infoOf, saveBody, type InfoField, type InfoForm } from './info-form.ts';
import { LoyaltySection } from './loyalty-section.tsx';
import { SitewatchSection } from './sitewatch-section.tsx';
import { usePlanTax } from './use-plan-tax.tsx';
import { useZipEntry } from './use-zip-entry.ts';
import styles from './customer-info.module.css';

type TextName = Exclude<InfoField, 'country' | 'isCommercial' | 'isTruck' | 'isBusinessSelect' | 'taxExempt'>;
type Form = ZodForm<InfoForm, InfoForm>;

/** Contact, address and vehicle, edited in place; below them the loyalty card's and Sitewatch's data. */
export function CustomerInfo({ customer }: { customer: CustomerDetail }) {
  return (
    <div className={styles.form}>
      <EditedData customer={customer} />
      <div className={styles.cards}>
        <LoyaltySection customer={customer} />
        {!customer.deleted && <SitewatchSection customer={customer} />}
      </div>
    </div>
  );
}

/** The fields that are saved together. */
function EditedData({ customer }: { customer: CustomerDetail }) {
  /** The customer as loaded, with another user's values where a conflict was resolved here. */
  const [base, setBase] = useState(() => infoOf(customer));
  const [found, setFound] = useState<FoundCustomers | null>(null);
  const [save] = useSaveCustomerMutation();
  const saved = useRef<{ answer: CustomerDetail; key: string } | null>(null);
  const operation = useOperation(saveCustomer, save, (answer, key) => (saved.current = { answer, key }));
  const taxing = usePlanTax(customer);
  const form = useZodForm({
    schema: infoForm,
    initial: base,
    failure: operation.failure,
    onSubmit: (entered) => send(entered, base),
  });
  const values = useValues(form.control);
  const dirty = dirtyFields(values, base);
  const conflicts = conflictsIn(operation.failure);
  const zip = useZipEntry(form);
  const check = useCodeCheck({
    form: { valueOf: (field) => form.getValues(field), change: (field, code) => form.change({ [field]: code }) },
    before: base,
    self: customer.id,
    onFound: setFound,
  });

  /** Makes the saved customer the form's new base. */
  const adopt = (done: boolean): void => {
    if (!done || saved.current === null) return;
    const { answer, key } = saved.current;
    const now = infoOf(answer);
    if (now.taxExempt !== base.taxExempt) taxing.start(key);
    setBase(now);
    form.reset(now);
  };
  async function send(entered: InfoForm, before: InfoForm): Promise<void> {
    const body = saveBody(entered, before);
    const exempts = body.tax_exempt !== undefined;
    const title = exempts ? 'Save changes of a customer, tax exemption among them' : 'Save changes of a customer';
    adopt(await operation.send({ params: { id: customer.id }, body }, title));
  }

  const settle = (settled: readonly (Conflict & { keep: 'mine' | 'theirs' })[]): void => {
    const theirs = Object.fromEntries(settled.map(({ field, theirs: value }) => [field, value]));
    const wanted = settled.filter(({ keep }) => keep === 'theirs').map(({ field, theirs: value }) => [field, value]);
    const next = { ...base, ...theirs };
    setBase(next);
    const entered = { ...form.getValues(), ...Object.fromEntries(wanted) } as InfoForm;
    form.change(entered);
    if (dirtyFields(entered, next).length === 0) operation.forget();
    else void send(entered, next);
  };
  const discard = (): void => {
    operation.forget();
    form.reset(base);
  };

  return (
    <form className={styles.form} noValidate onSubmit={form.submit} aria-label="Customer Info">
      <fieldset className={styles.cards} disabled={customer.deleted}>
        <Section title="Contact">
          <div className={styles.fields}>
            <Text form={form} name="name" dirty={dirty} />
            <Text form={form} name="phone" dirty={dirty} />
            <Text form={form} name="email" dirty={dirty} />
            <Text form={form} name="zip" dirty={dirty} onType={zip} />
            <Text form={form} name="city" dirty={dirty} />
            <Text form={form} name="state" dirty={dirty} />
            <FormField control={form.control} name="country" label={labelOf('country', dirty)}>
              {({ id, value, onChange }) => (
                <Segmented id={id} value={value} onChange={onChange} options={['US', 'CA']} disabled={customer.deleted} />
              )}
            </FormField>
          </div>
        </Section>
        <Section title="Vehicle">
          <div className={styles.fields}>
            <Text form={form} name="plate" dirty={dirty} onLeave={() => check('plate')} />
            <Text form={form} name="tag" dirty={dirty} onLeave={() => check('tag')} />
            <Text form={form} name="theCard" dirty={dirty} maxLength={18} />
            <Text form={form} name="make" dirty={dirty} />
            <Text form={form} name="model" dirty={dirty} />
            <Text form={form} name="color" dirty={dirty} />
            <Flags form={form} dirty={dirty} fixed={customer.deleted} />
          </div>
        </Section>
      </fieldset>
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} mine={values} busy={operation.busy} onSettle={settle} />}
      {operation.failure && conflicts.length === 0 && !isApprovalCanceled(operation.failure) && (
        <Failure title="Couldn’t save the changes" error={operation.failure} />
      )}
      {operation.unknown && !operation.busy && (
        <Alert
          type="warning"
          showIcon
          title="Checking whether this was saved"
          action={<Button onClick={() => void operation.check().then(adopt)}>Check</Button>}
        />
      )}
      {taxing.outcome}
      {dirty.length > 0 && (
        <div className={styles.bar} role="status">
          <span>{counted(dirty.length, 'field')} changed</span>
          <Button size="large" disabled={operation.busy} onClick={discard}>
            Discard
          </Button>
          <Button size="large" type="primary" htmlType="submit" loading={operation.busy} disabled={operation.unknown}>
            Save Changes
          </Button>
        </div>
      )}
      {found && <FoundCustomersDialog {...found} onClose={() => setFound(null)} />}
      {operation.dialog}
      <UnsavedChanges unsaved={dirty.length > 0} />
    </form>
  );
}

const labelOf = (field: InfoField, dirty: readonly InfoField[]): string =>
  dirty.includes(field) ? `${infoLabels[field]} (changed)` : infoLabels[field];

interface TextProps {
  form: Form;
  name: TextName;
  dirty: readonly InfoField[];
  maxLength?: number;
  onType?: (text: string) => void;
  onLeave?: () => void;
}

function Text({ form, name, dirty, onLeave, ...input }: TextProps) {
  return <TextField control={form.control} name={name} label={labelOf(name, dirty)} {...(onLeave && { onBlur: onLeave })} {...input} />;
}

/** Business Select and tax exemption, for SupportCenter and above; for other roles the save asks for an approval. */
function Flags({ form, dirty, fixed }: { form: Form; dirty: readonly InfoField[]; fixed: boolean }) {
  const supports = useAtLeast('SupportCenter');
  const flags = ['isCommercial', 'isTruck', 'isBusinessSelect', 'taxExempt'] as const;
  const locked = (flag: (typeof flags)[number]): boolean => fixed || (!supports && flag === 'isBusinessSelect');
  const approved = (flag: (typeof flags)[number]): string => (!supports && flag === 'taxExempt' ? ' (needs approval)' : '');
  return (
    <div className={styles.flags}>
      {flags.map((flag) => (
        <Controller
          key={flag}
          control={form.control}
          name={flag}
          render={({ field: { value, ...field } }) => (
            <Checkbox {...field} checked={value} disabled={locked(flag)}>
              {labelOf(flag, dirty)}
              {approved(flag)}
            </Checkbox>
          )}
        />
      ))}
    </div>
  );
}
