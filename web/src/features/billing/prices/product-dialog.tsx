import { Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { editableProductKeys, type Product } from '@washdesk/contracts/billing/catalogue';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { isTyped, TypedNumber } from '../../../components/input/typed-number.tsx';
import { membersToConfirm } from '../../../lib/api/members-to-confirm.ts';
import { useSeen } from '../../../lib/forms/use-seen.ts';
import { useZodForm, useValues } from '../../../lib/forms/use-zod-form.ts';
import { retryIdempotent } from '../../../lib/idempotent-requests/retry-idempotent.ts';
import { useEditProductMutation } from './prices-api.ts';
import { productKeyHints, productKeyNames, type ProductKey } from './product-keys.ts';
import styles from './prices.module.css';

/** The six keys of one product; each is saved separately. */
export function ProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  return (
    <Modal open title={`Edit ${product.name}`} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <div className={styles.keys}>
        {editableProductKeys.map((key) => (
          <KeyForm key={key} product={product} name={key} />
        ))}
      </div>
    </Modal>
  );
}

const typed = z.object({ value: z.string().trim().max(500) });
const notKnown = 'No response yet. Save again to check. Nothing is saved twice.';

function KeyForm({ product: { id, name: productName, metadata }, name }: { product: Product; name: ProductKey }) {
  const saved = metadata[name] ?? '';
  const [save] = useEditProductMutation();
  const [state, setState] = useState<{ kind: 'open' | 'saving' | 'saved' } | { kind: 'failed' | 'unknown'; failure: unknown }>({
    kind: 'open',
  });
  /** If the response to a save was lost, the save is repeated under its key. */
  const lost = useRef<{ value: string; key: string } | null>(null);
  const label = productKeyNames[name];
  /** How many members a save concerns, once the API has asked, and the number typed. */
  const [members, setMembers] = useState<number | null>(null);
  const [confirmed, setConfirmed] = useState('');
  const seen = useSeen({ value: saved });
  const form = useZodForm({
    schema: typed,
    initial: { value: saved },
    failure: state.kind === 'failed' ? state.failure : null,
    onChange: () => setState((before) => (before.kind === 'saving' ? before : { kind: 'open' })),
    onSubmit: async ({ value }) => {
      setState({ kind: 'saving' });
      const idempotencyKey = lost.current?.value === value ? lost.current.key : crypto.randomUUID();
      const outcome = await retryIdempotent(() =>
        save({
          params: { id },
          query: members !== null && isTyped(confirmed, members) ? { members: String(members) } : {},
          body: { key: name, value, was: seen.was.value },
          idempotencyKey,
        }),
      );
      if (outcome.kind === 'refused') seen.refused(outcome.failure);
      setMembers(outcome.kind === 'refused' ? membersToConfirm(outcome.failure) : null);
      setConfirmed('');
      lost.current = outcome.kind === 'unknown' ? { value, key: idempotencyKey } : null;
      if (outcome.kind === 'done') {
        form.reset({ value: outcome.data.metadata[name] ?? '' });
        seen.saved({ value: outcome.data.metadata[name] ?? '' });
        setState({ kind: 'saved' });
      } else setState({ kind: outcome.kind === 'refused' ? 'failed' : 'unknown', failure: outcome.failure });
    },
  });
  const { value } = useValues(form.control);
  const isChanged = value.trim() !== saved;
  return (
    <form noValidate className={styles.key} aria-label={`${label} of ${productName}`} onSubmit={form.submit}>
      <TextField control={form.control} name="value" label={label} hint={productKeyHints[name]} maxLength={500} />
      {members !== null && (
        <TypedNumber
          number={members}
          act={`change ${label.toLowerCase()} for ${members} members`}
          value={confirmed}
          onChange={setConfirmed}
        />
      )}
      <Button
        htmlType="submit"
        size="large"
        aria-label={`Save ${label}`}
        disabled={(!isChanged && state.kind !== 'unknown') || (members !== null && !isTyped(confirmed, members))}
        loading={state.kind === 'saving'}
      >
        Save
      </Button>
      <div aria-live="polite" className={styles.outcome}>
        {state.kind === 'saved' && `${label} was saved`}
        {state.kind === 'failed' && <Failure title={`Couldn’t save ${label}`} error={state.failure} />}
        {state.kind === 'unknown' && notKnown}
      </div>
    </form>
  );
}
