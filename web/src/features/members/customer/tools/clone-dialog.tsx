import { Alert } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { createCustomer } from '@washdesk/contracts/members/customer-edit';
import { customerFields } from '@washdesk/contracts/members/customer-payload';
import { TextField } from '../../../../components/form/text-field.tsx';
import { ActionDialog } from '../../../../domain/actions/action-dialog.tsx';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { fieldForScan, noFieldTakes } from '../../../../domain/codes/scanned-field.ts';
import { FoundCustomersDialog } from '../../../../domain/customers/found-customers-dialog.tsx';
import { useValues, useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { customerPath } from '../../../../lib/paths.ts';
import { useScanner } from '../../../../lib/scanner/use-scanner.ts';
import { useCodeCheck, type FoundCustomers } from '../use-code-check.ts';
import { useCloneCustomerMutation } from './tools-api.ts';
import styles from './tools.module.css';

const newCodes = z.object({ plate: customerFields.CustomerCode, tag: customerFields.SecondaryCode });
const nothing = { plate: '', tag: '' };

/** Creates another profile of the same person with a new plate and tag, typed or scanned; the API copies everything else. */
export function CloneDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const navigate = useNavigate();
  const [made, setMade] = useState<CustomerDetail | null>(null);
  const [found, setFound] = useState<FoundCustomers | null>(null);
  const [warning, setWarning] = useState<string | null>(null);
  const [clone] = useCloneCustomerMutation();
  const operation = useOperation(createCustomer, clone, setMade);
  const form = useZodForm({
    schema: newCodes,
    initial: nothing,
    showProblems: 'onTouched',
    failure: operation.failure,
    fieldNames: { CustomerCode: 'plate', SecondaryCode: 'tag' },
    onSubmit: ({ plate, tag }) =>
      operation.send(
        { body: { ClonedFrom: customer.id, CustomerCode: plate, SecondaryCode: tag } },
        `Clone ${customer.name ?? 'the customer'} to ${plate}`,
      ),
  });
  const { plate, tag } = useValues(form.control);
  const check = useCodeCheck({
    form: { valueOf: (field) => form.getValues(field), change: (field, code) => form.change({ [field]: code }) },
    before: nothing,
    self: null,
    onFound: setFound,
  });
  useScanner({
    onWarning: setWarning,
    onScan: (code) => {
      const field = fieldForScan(code, form.getValues());
      const fits = field === 'plate' || field === 'tag';
      setWarning(fits ? null : noFieldTakes(code));
      if (!fits) return;
      form.change({ [field]: code });
      check(field);
    },
  });
  const close = (): void => {
    onClose();
    if (made) void navigate(customerPath(made.id));
  };
  return (
    <>
      <ActionDialog
        title="Clone Customer to new Profile"
        confirm="Clone Customer"
        ready={plate.trim() !== '' && tag.trim() !== ''}
        operation={operation}
        done={made === null ? null : 'Customer cloned. Opening the new profile.'}
        failed="Couldn’t clone the customer"
        onConfirm={() => form.submit()}
        onClose={close}
      >
        <form className={styles.codes} noValidate onSubmit={form.submit}>
          <p>The new profile has the same name, contact info and vehicle, but no plan. Scan or type its plate and tag.</p>
          <TextField control={form.control} name="plate" label="New Plate" onBlur={() => check('plate')} maxLength={20} />
          <TextField control={form.control} name="tag" label="New Tag" onBlur={() => check('tag')} maxLength={20} />
          {warning && <Alert type="warning" showIcon title={warning} />}
          <button type="submit" hidden />
        </form>
      </ActionDialog>
      {found && <FoundCustomersDialog {...found} onClose={() => setFound(null)} />}
    </>
  );
}
