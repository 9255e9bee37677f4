import { Button, Form, Input } from 'antd';
import type { ApprovalProps } from './pin-approval.tsx';

interface Credentials {
  username: string;
  password: string;
}

/** A manager's username and password, which the browser must neither fill in nor remember. */
export function PasswordApproval({ busy, onApprove }: ApprovalProps) {
  const [form] = Form.useForm<Credentials>();
  const approve = (credentials: Credentials) => {
    form.resetFields(['password']);
    onApprove(credentials);
  };
  return (
    <Form<Credentials> form={form} name="step-up" layout="vertical" requiredMark={false} autoComplete="off" onFinish={approve}>
      <Form.Item
        name="username"
        label="Manager's username"
        rules={[{ required: true, whitespace: true, message: 'Please enter a username' }]}
      >
        <Input size="large" autoComplete="off" autoFocus autoCapitalize="none" spellCheck={false} maxLength={60} />
      </Form.Item>
      <Form.Item name="password" label="Manager's password" rules={[{ required: true, message: 'Please enter a password' }]}>
        <Input.Password size="large" autoComplete="new-password" maxLength={200} />
      </Form.Item>
      <Button type="primary" size="large" htmlType="submit" block loading={busy}>
        Approve
      </Button>
    </Form>
  );
}
