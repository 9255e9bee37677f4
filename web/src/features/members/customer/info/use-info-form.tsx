import { useRef, useState, type ReactNode } from 'react';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { saveCustomer } from '@washdesk/contracts/members/customer-edit';
import { useOperation, type OperationCall } from '../../../../domain/actions/use-operation.ts';
import { useValues, useZodForm, type ZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { useSaveCustomerMutation } from '../customer-screen-api.ts';
import { conflictsIn, type Conflict } from './conflict.ts';
import { changeWords, dirtyFields, infoOf, infoRules, namesInSave, saveBody } from './info-form.ts';
import type { InfoField, InfoForm, InfoPart } from './info-form.ts';
import { usePlanTax } from './use-plan-tax.tsx';

export interface InfoEdit {
  form: ZodForm<InfoForm, InfoForm>;
  values: InfoForm;
  /** The values before the edit. */
  base: InfoForm;
  dirty: readonly InfoField[];
  /** The parts whose fields are open. */
  parts: readonly InfoPart[];
  /** The field that was pressed, which gets the focus. */
  first: InfoField | null;
  open: (part: InfoPart, field?: InfoField) => void;
  /** Closes the fields without saving. */
  cancel: () => void;
  operation: OperationCall<typeof saveCustomer>;
  check: () => void;
  conflicts: readonly Conflict[];
  settle: (settled: readonly (Conflict & { keep: 'mine' | 'theirs' })[]) => void;
  /** The outcome of the plan's tax after a changed exemption. */
  taxing: ReactNode;
}

/** The edit of a customer's contact and vehicle: one form, of which only the open parts have fields. They are saved together. */
export function useInfoForm(customer: CustomerDetail, onSaved: (words: string) => void): InfoEdit {
  const [parts, setParts] = useState<readonly InfoPart[]>([]);
  const [first, setFirst] = useState<InfoField | null>(null);
  /** The customer as loaded when the edit began, with another user's values where a conflict was resolved here. */
  const [base, setBase] = useState(() => infoOf(customer));
  const [save] = useSaveCustomerMutation();
  const saved = useRef<{ answer: CustomerDetail; key: string } | null>(null);
  const operation = useOperation(saveCustomer, save, (answer, key) => (saved.current = { answer, key }));
  const taxing = usePlanTax(customer);
  const form = useZodForm({
    schema: infoRules(base),
    initial: base,
    failure: operation.failure,
    fieldNames: namesInSave,
    onSubmit: (entered) => send(entered, base),
  });
  const values = useValues(form.control);
  const dirty = dirtyFields(values, base);

  const close = (now: InfoForm): void => {
    setBase(now);
    setParts([]);
    setFirst(null);
    form.reset(now);
  };
  const adopt = (done: boolean): void => {
    if (!done || saved.current === null) return;
    const { answer, key } = saved.current;
    const now = infoOf(answer);
    if (now.taxExempt !== base.taxExempt) taxing.start(key);
    const words = changeWords(now, base);
    if (words !== null) onSaved(words);
    close(now);
  };
  async function send(entered: InfoForm, before: InfoForm): Promise<void> {
    const body = saveBody(entered, before);
    if (dirtyFields(entered, before).length === 0) return close(before);
    const exempts = body.tax_exempt !== undefined;
    const title = exempts ? 'Save changes of a customer, tax exemption among them' : 'Save changes of a customer';
    adopt(await operation.send({ params: { id: customer.id }, body }, title));
  }

  return {
    form,
    values,
    base,
    dirty,
    parts,
    first,
    open: (part, field) => {
      if (parts.length === 0) {
        const now = infoOf(customer);
        setBase(now);
        form.reset(now);
      }
      setFirst(field ?? null);
      setParts([...parts.filter((one) => one !== part), part]);
    },
    cancel: () => {
      operation.forget();
      close(infoOf(customer));
    },
    operation,
    check: () => void operation.check().then(adopt),
    conflicts: conflictsIn(operation.failure),
    settle: (settled) => {
      const theirs = Object.fromEntries(settled.map(({ field, theirs: value }) => [field, value]));
      const wanted = settled.filter(({ keep }) => keep === 'theirs').map(({ field, theirs: value }) => [field, value]);
      const next = { ...base, ...theirs };
      setBase(next);
      const entered = { ...form.getValues(), ...Object.fromEntries(wanted) } as InfoForm;
      form.change(entered);
      if (dirtyFields(entered, next).length === 0) operation.forget();
      void send(entered, next);
    },
    taxing: taxing.outcome,
  };
}
