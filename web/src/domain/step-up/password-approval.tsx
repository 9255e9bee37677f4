import { Button, Input } from 'antd';
import { z } from 'zod';
import { FormField } from '../../components/form/form-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import type { ApprovalProps } from './pin-approval.tsx';
import styles from './step-up.module.css';

const credentials = z.object({
  username: z.string().regex(/\S/, 'Enter a username'),
  password: z.string().min(1, 'Enter a password'),
});

/** A manager's username and password, which the browser must neither fill in nor store. */
export function PasswordApproval({ busy, onApprove }: ApprovalProps) {
  const form = useZodForm({
    schema: credentials,
    initial: { username: '', password: '' },
    onSubmit: (approver) => {
      form.resetField('password');
      onApprove(approver);
    },
  });
  return (
    <form className={styles.steps} autoComplete="off" noValidate onSubmit={form.submit}>
      <TextField
        control={form.control}
        name="username"
        label="Manager's username"
        autoFocus
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
      />
      <FormField control={form.control} name="password" label="Manager's password">
        {(bound) => <Input.Password {...bound} size="large" autoComplete="new-password" maxLength={200} />}
      </FormField>
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        Approve
      </Button>
    </form>
  );
}
