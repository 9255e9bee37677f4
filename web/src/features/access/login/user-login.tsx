import { Button, Input } from 'antd';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Field } from '../../../components/field.tsx';
import { useLoginUserMutation } from '../../../lib/session/session-api.ts';
import styles from './login.module.css';
import { LoginError } from './login-error.tsx';

/** Sign-in by username and password (front-desk section 2, "Login screen"). */
export function UserLogin() {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [login, { isLoading, error }] = useLoginUserMutation();
  const missing = {
    username: username.trim() === '' ? 'Please enter your username' : null,
    password: password === '' ? 'Please enter your password' : null,
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (missing.username || missing.password || isLoading) return;
    void login({ body: { username, password } });
  };
  return (
    <form className={styles.steps} onSubmit={submit} noValidate>
      <Field label="Username" problem={tried ? missing.username : null}>
        {(control) => (
          <Input
            {...control}
            size="large"
            value={username}
            onChange={({ target }) => setUsername(target.value)}
            autoComplete="username"
            autoFocus
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
          />
        )}
      </Field>
      <Field label="Password" problem={tried ? missing.password : null}>
        {(control) => (
          <Input.Password
            {...control}
            size="large"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            autoComplete="current-password"
            maxLength={200}
          />
        )}
      </Field>
      {error && !isLoading && <LoginError error={error} />}
      <Button type="primary" size="large" htmlType="submit" block loading={isLoading}>
        Sign in
      </Button>
    </form>
  );
}
