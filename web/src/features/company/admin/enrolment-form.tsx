import type { createEnrolment } from '@washdesk/contracts/access/device';
import { Button, Form, Input, Segmented, Select } from 'antd';
import type { z } from 'zod';
import { Failure } from '../../../components/failure.tsx';
import { useConfigQuery, useLocationsQuery } from '../../../lib/startup-api.ts';
import { deviceKinds } from './device-kinds.ts';

export type Enrolment = z.input<typeof createEnrolment.body>;

interface EnrolmentFormProps {
  busy: boolean;
  error: unknown;
  onCreate: (enrolment: Enrolment) => void;
}

const kinds = Object.entries(deviceKinds).map(([value, label]) => ({ value, label }));

/** What the device will be: its kind and name, its site, its Sitewatch terminal. */
export function EnrolmentForm({ busy, error, onCreate }: EnrolmentFormProps) {
  const { data: locations } = useLocationsQuery();
  const { data: config } = useConfigQuery();
  const sites = locations?.locations.map(({ display_name, metadata }) => ({
    value: Number(metadata.site),
    label: `${metadata.site} ${display_name}`,
  }));
  const terminals = config?.configOptions?.terminals.map((name) => ({ value: name, label: name }));
  return (
    <Form<Enrolment>
      layout="vertical"
      requiredMark={false}
      initialValues={{ kind: 'register', terminal: null }}
      onFinish={({ terminal, ...rest }) => onCreate({ ...rest, terminal: terminal ?? null })}
    >
      <Form.Item name="kind" label="Kind">
        <Segmented options={kinds} block />
      </Form.Item>
      <Form.Item name="name" label="Name" rules={[{ required: true, whitespace: true, message: 'Please give the device a name' }]}>
        <Input placeholder="Register 1" maxLength={60} autoFocus />
      </Form.Item>
      <Form.Item name="site" label="Site" rules={[{ required: true, message: 'Please choose the site' }]}>
        <Select options={sites} placeholder="Choose a site" />
      </Form.Item>
      <Form.Item name="terminal" label="Sitewatch terminal">
        <Select options={terminals} placeholder="None" allowClear />
      </Form.Item>
      {error != null && <Failure title="The link could not be made" error={error} />}
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        Make the link
      </Button>
    </Form>
  );
}
