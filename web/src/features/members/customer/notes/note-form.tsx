import { Button, Checkbox } from 'antd';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { TextAreaField } from '../../../../components/form/text-area-field.tsx';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { usePersistedState } from '../../../../lib/persisted/use-persisted-state.ts';
import { useAddNoteMutation } from '../customer-screen-api.ts';
import styles from './notes.module.css';

const empty = { note: '', attention: false };
const draft = z.object({ note: z.string(), attention: z.boolean() });
const typed = z.object({
  note: z.string().trim().min(1, 'Enter a note.').max(2_000, 'Notes can have up to 2,000 characters.'),
  attention: z.boolean(),
});

/** Adds a note; what was typed stays while other tabs are read. An attention note is shown above every tab until a user turns it off. */
export function NoteForm({ customer, onAdded }: { customer: string; onAdded: () => void }) {
  const [add, { error, isLoading }] = useAddNoteMutation();
  const [kept, keep, drop] = usePersistedState(`note.${customer}`, draft, empty);
  const form = useZodForm({
    schema: typed,
    initial: kept,
    onChange: keep,
    failure: error,
    onSubmit: async ({ note, attention }) => {
      const answer = await add({ body: { customerId: customer, note, attention: attention ? 1 : 0 } });
      if (answer.error) return;
      form.reset(empty);
      drop();
      onAdded();
    },
  });
  return (
    <form className={styles.form} onSubmit={form.submit} aria-label="Add a note">
      {error && <Failure title="Couldn’t save the note" error={error} />}
      <TextAreaField control={form.control} name="note" label="Note" rows={{ min: 2, max: 8 }} maxLength={2_000} />
      <div className={styles.actions}>
        <Controller
          control={form.control}
          name="attention"
          render={({ field: { value, ...field } }) => (
            <Checkbox {...field} checked={value}>
              Attention: show when the customer is opened
            </Checkbox>
          )}
        />
        <Button type="primary" htmlType="submit" loading={isLoading}>
          Add Note
        </Button>
      </div>
    </form>
  );
}
