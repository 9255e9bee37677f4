import { Button, Form, Input } from 'antd';
import { useLoginUserMutation } from '../../lib/session/session-api.ts';
import { LoginError } from './login-error.tsx';

interface Credentials {
  username: string;
  password: string;
}

export function UserLogin() {
  const [login, { isLoading, error }] = useLoginUserMutation();
  return (
    <Form<Credentials> layout="vertical" requiredMark={false} onFinish={(body) => void login({ body })}>
      <Form.Item name="username" label="Username" rules={[{ required: true, whitespace: true, message: 'Please enter your username' }]}>
        <Input size="large" autoComplete="username" autoFocus autoCapitalize="none" spellCheck={false} maxLength={60} />
      </Form.Item>
      <Form.Item name="password" label="Password" rules={[{ required: true, message: 'Please enter your password' }]}>
        <Input.Password size="large" autoComplete="current-password" maxLength={200} />
      </Form.Item>
      {error && !isLoading && (
        <Form.Item>
          <LoginError error={error} />
        </Form.Item>
      )}
      <Button type="primary" size="large" htmlType="submit" block loading={isLoading}>
        Sign in
      </Button>
    </Form>
  );
}
