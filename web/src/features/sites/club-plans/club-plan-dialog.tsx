import { Button, Modal, Switch } from 'antd';
import { z } from 'zod';
import { saveClubPlan, type ClubPlanView } from '@washdesk/contracts/sites/club-plan';
import { Failure } from '../../../components/feedback/failure.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { labelledRule } from '../../../lib/forms/problems.ts';
import { useSeen } from '../../../lib/forms/use-seen.ts';
import { useValues, useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useSaveClubPlanMutation } from './club-plans-api.ts';
import styles from './club-plans.module.css';

interface ClubPlanDialogProps {
  plan: ClubPlanView;
  onClose: () => void;
  /** Receives the success message. */
  onDone: (words: string) => void;
}

type Typed = z.output<typeof typed>;
const { name, clubaccess, productClass } = saveClubPlan.body.shape;

const typed = z.object({
  name: labelledRule('Name', name),
  redeemId: z.string().regex(/^\s*\d{0,9}\s*$/, 'Redeem ID must be a whole number, or empty'),
  clubaccess: labelledRule('Club access', clubaccess),
  productClass: labelledRule('Product class', productClass),
  isstripe: z.boolean(),
  active: z.boolean(),
});

const switches = [
  ['isstripe', 'Billed by Stripe'],
  ['active', 'Active'],
] as const;

const initialOf = (plan: ClubPlanView): Typed => ({
  ...plan,
  redeemId: plan.redeemId === null ? '' : String(plan.redeemId),
  clubaccess: plan.clubaccess ?? '',
  productClass: plan.productClass ?? '',
});

/** Returns only the fields changed since the plan was opened, so that other users' saves are kept. */
function changesOf(plan: ClubPlanView, values: Typed): Partial<Omit<ClubPlanView, 'objid'>> {
  const wanted: Omit<ClubPlanView, 'objid'> = {
    name: values.name.trim(),
    redeemId: Number(values.redeemId) || null,
    clubaccess: values.clubaccess.trim().toUpperCase() || null,
    productClass: values.productClass.trim() || null,
    isstripe: values.isstripe,
    active: values.active,
  };
  return Object.fromEntries(Object.entries(wanted).filter(([field, value]) => plan[field as keyof typeof wanted] !== value));
}

export function ClubPlanDialog({ plan, onClose, onDone }: ClubPlanDialogProps) {
  const [save, { error, isLoading }] = useSaveClubPlanMutation();
  const seen = useSeen(plan);
  const form = useZodForm({
    schema: typed,
    initial: initialOf(plan),
    failure: isLoading ? null : error,
    onSubmit: async (values) => {
      const change = changesOf(plan, values);
      const was = Object.fromEntries(Object.keys(change).map((field) => [field, seen.was[field as keyof ClubPlanView]]));
      const { data, error: refused } = await save({ params: { objid: String(plan.objid) }, body: { ...change, was } });
      seen.refused(refused);
      if (data) onDone(`${data.name} saved`);
    },
  });
  const isChanged = Object.keys(changesOf(plan, useValues(form.control))).length > 0;
  return (
    <Modal open title={`Edit ${plan.name}`} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <form className={styles.fields} noValidate onSubmit={form.submit}>
        <TextField control={form.control} name="name" label="Name" maxLength={40} autoFocus />
        <TextField
          control={form.control}
          name="redeemId"
          label="Redeem ID"
          hint="The item sold for a wash on this plan"
          inputMode="numeric"
          maxLength={9}
        />
        <TextField control={form.control} name="clubaccess" label="Club access" hint="The club code: one letter" maxLength={1} />
        <TextField control={form.control} name="productClass" label="Product class" maxLength={30} />
        {switches.map(([field, label]) => (
          <FormField key={field} control={form.control} name={field} label={label}>
            {({ value, onChange, id, 'aria-describedby': words }) => (
              <Switch className={styles.switch} id={id} aria-describedby={words} checked={value} onChange={onChange} />
            )}
          </FormField>
        ))}
        {error && !isLoading && <Failure title="Error Updating Club Plan" error={error} />}
        <Button type="primary" htmlType="submit" size="large" block disabled={!isChanged} loading={isLoading}>
          Save Club Plan
        </Button>
      </form>
    </Modal>
  );
}
