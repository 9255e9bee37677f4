import { Button, Input } from 'antd';
import { z } from 'zod';
import { FormField } from '../../../components/form/form-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useLoginUserMutation } from '../../../lib/session/session-api.ts';
import { CodeStep } from './code-step.tsx';
import { LoginError } from './login-error.tsx';
import { mustReplaceSecret, ReplaceSecret } from './replace-secret.tsx';
import { useCodeStep } from './use-code-step.ts';
import styles from './login.module.css';

const credentials = z.object({
  username: z.string().regex(/\S/, 'Enter your username'),
  password: z.string().min(1, 'Enter your password'),
});

/** Sign-in by username and password. */
export function UserLogin() {
  const [login, { isLoading, error, reset }] = useLoginUserMutation();
  const { waiting, follow, startOver } = useCodeStep();
  const signIn = async (body: { username: string; password: string; code?: string }) => {
    const { username, password } = body;
    follow({ username, password }, (await login({ body })).error);
  };
  const form = useZodForm({
    schema: credentials,
    initial: { username: '', password: '' },
    onSubmit: (body) => signIn(body),
    failure: error,
  });
  if (mustReplaceSecret(error)) {
    const owner = form.getValues();
    return (
      <ReplaceSecret
        owner={owner}
        error={error}
        onChanged={(password) => void signIn({ ...owner, password })}
        onCancel={() => {
          reset();
          form.reset();
        }}
      />
    );
  }
  if (waiting && 'username' in waiting.credentials) {
    const { credentials: proven } = waiting;
    return (
      <CodeStep
        waiting={waiting}
        busy={isLoading}
        error={error}
        onCode={(code) => void signIn({ ...proven, code })}
        onCancel={() => {
          reset();
          form.reset();
          startOver();
        }}
      />
    );
  }
  return (
    <form className={styles.steps} onSubmit={form.submit} noValidate>
      <TextField
        control={form.control}
        name="username"
        label="Username"
        autoComplete="username"
        autoFocus
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
      />
      <FormField control={form.control} name="password" label="Password">
        {(bound) => <Input.Password {...bound} size="large" autoComplete="current-password" maxLength={200} />}
      </FormField>
      {error && !isLoading && <LoginError error={error} />}
      <Button type="primary" size="large" htmlType="submit" block loading={isLoading}>
        Sign in
      </Button>
    </form>
  );
}
