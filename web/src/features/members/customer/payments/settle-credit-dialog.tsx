import { Input, Radio } from 'antd';
import { useState } from 'react';
import { settleCredit, type Credit, type creditWays } from '@washdesk/contracts/billing/credit';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { Field } from '../../../../components/input/field.tsx';
import { ActionDialog } from '../../../../domain/actions/action-dialog.tsx';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { useSettleCreditMutation } from './payments-api.ts';
import { ReceivingCustomer } from './receiving-customer.tsx';
import actionStyles from '../../../../domain/actions/action-dialog.module.css';

type Way = (typeof creditWays)[number];

const ways: Readonly<Record<Way, string>> = {
  refund: 'Refund to the card of earlier charges',
  move: 'Move to another customer',
  forfeit: 'Give up: the customer gets nothing',
};

interface SettleCreditDialogProps {
  customer: string;
  credit: Credit;
  onClose: () => void;
}

/** Pays all of a customer's available credit out, moves it or gives it up, with a note. */
export function SettleCreditDialog({ customer, credit: { available, refundable }, onClose }: SettleCreditDialogProps) {
  const [way, setWay] = useState<Way>(refundable > 0 ? 'refund' : 'move');
  const [to, setTo] = useState<string | null>(null);
  const [notes, setNotes] = useState('');
  const [done, setDone] = useState<string | null>(null);
  const [settle] = useSettleCreditMutation();
  const amount = way === 'refund' ? refundable : available;
  const operation = useOperation(settleCredit, settle, () => setDone(`${centsToDollars(amount)} settled.`));
  const body = { way, amount, notes: notes.trim(), ...(way === 'move' && to !== null && { to }) };
  return (
    <ActionDialog
      title="Settle Credit"
      confirm="Settle"
      danger={way === 'forfeit'}
      ready={done === null && amount > 0 && notes.trim() !== '' && (way !== 'move' || to !== null)}
      operation={operation}
      done={done}
      failed="Couldn’t settle the credit"
      onConfirm={() =>
        void operation.send({ params: { id: customer }, body }, `Settle a credit of ${centsToDollars(amount)}: ${ways[way]}`)
      }
      onClose={onClose}
    >
      <p>{`The credit is ${centsToDollars(available)}. ${centsToDollars(refundable)} of it can be refunded.`}</p>
      <Radio.Group
        className={actionStyles.choices}
        aria-label="What to do with the credit"
        value={way}
        onChange={({ target }) => setWay(target.value as Way)}
        options={Object.entries(ways).map(([value, label]) => ({ value, label, disabled: value === 'refund' && refundable === 0 }))}
      />
      {way === 'move' && <ReceivingCustomer from={customer} chosen={to} onChoose={setTo} />}
      <Field label="Note">
        {(control) => <Input {...control} size="large" maxLength={500} value={notes} onChange={({ target }) => setNotes(target.value)} />}
      </Field>
    </ActionDialog>
  );
}
