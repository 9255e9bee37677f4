import { Button, Input } from 'antd';
import type { Control } from 'react-hook-form';
import { z } from 'zod';
import { Failure } from '../../components/feedback/failure.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { isCallFailure } from '../../lib/api/call-failure.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { useChangeSecretMutation } from '../../lib/session/session-api.ts';
import styles from './own-secret-form.module.css';

/** The person, and the current secret if it was just entered. */
export type SecretOwner = { employee: number; pin?: string } | { username?: string; password?: string };

interface OwnSecretFormProps {
  owner: SecretOwner;
  onChanged: (secret: string) => void;
}

const typed = z
  .object({
    username: z.string(),
    current: z.string().min(1, 'Enter the current one'),
    secret: z.string().min(1, 'Choose a new one'),
    repeated: z.string(),
    code: z.string(),
  })
  .refine(({ secret, repeated }) => secret === repeated, { path: ['repeated'], message: 'Both must be the same' });

type Typed = z.infer<typeof typed>;

/** Replaces the person's own PIN or password, with the current one (docs/rules/access.md#staff). */
export function OwnSecretForm({ owner, onChanged }: OwnSecretFormProps) {
  const [change, { error, isLoading }] = useChangeSecretMutation();
  const isPin = 'employee' in owner;
  const current = 'employee' in owner ? owner.pin : owner.password;
  const username = 'employee' in owner ? '' : owner.username;
  const { control, submit } = useZodForm({
    schema: typed,
    initial: { username: username ?? '', current: current ?? '', secret: '', repeated: '', code: '' },
    onSubmit: async ({ secret, code, ...entered }: Typed) => {
      const credentials = isPin
        ? { employee: owner.employee, pin: entered.current }
        : { username: entered.username, password: entered.current };
      const { data } = await change({ body: { credentials, secret, ...(code !== '' && { code }) } });
      if (data) onChanged(secret);
    },
  });
  const needsCode = isCallFailure(error) && (error.code === 'code_required' || error.code === 'code_wrong');
  const word = isPin ? 'PIN' : 'password';
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {username === undefined && <TextField control={control} name="username" label="Username" maxLength={60} autoComplete="username" />}
      {current === undefined && <SecretField control={control} name="current" label={`Current ${word}`} isPin={isPin} isNew={false} />}
      <SecretField control={control} name="secret" label={`New ${word}`} isPin={isPin} isNew />
      <SecretField control={control} name="repeated" label={`New ${word} again`} isPin={isPin} isNew />
      {needsCode && <TextField control={control} name="code" label="One-time code" inputMode="numeric" maxLength={30} />}
      {error && !isLoading && <Failure title={`Couldn’t change the ${word}`} error={error} />}
      <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
        {isPin ? 'Change PIN' : 'Change Password'}
      </Button>
    </form>
  );
}

interface SecretFieldProps {
  control: Control<Typed, unknown, Typed>;
  name: 'current' | 'secret' | 'repeated';
  label: string;
  isPin: boolean;
  isNew: boolean;
}

function SecretField({ control, name, label, isPin, isNew }: SecretFieldProps) {
  return (
    <FormField control={control} name={name} label={label}>
      {(bound) => (
        <Input.Password
          {...bound}
          size="large"
          inputMode={isPin ? 'numeric' : 'text'}
          maxLength={isPin ? 8 : 200}
          autoComplete={isNew ? 'new-password' : 'current-password'}
        />
      )}
    </FormField>
  );
}
