import { Button, Segmented, Select } from 'antd';
import { z } from 'zod';
import { createEnrolment } from '@washdesk/contracts/access/device';
import { Failure } from '../../../components/feedback/failure.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useValues, useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useConfigQuery, useLocationsQuery } from '../../../lib/startup-api.ts';
import { deviceKinds } from './device-kinds.ts';
import styles from './devices.module.css';

const { kind, site, terminal } = createEnrolment.body.shape;

const enrolment = z
  .object({
    kind,
    name: z.string().regex(/\S/, 'Enter a device name'),
    site: site.nullable().pipe(z.number('Choose a site')),
    terminal,
  })
  .pipe(createEnrolment.body);

export type Enrolment = z.output<typeof enrolment>;

interface EnrolmentFormProps {
  busy: boolean;
  error: unknown;
  onCreate: (enrolment: Enrolment) => void;
}

const kinds = Object.entries(deviceKinds).map(([value, label]) => ({ value, label }));
const initial: z.input<typeof enrolment> = { kind: 'register', name: '', site: null, terminal: null };

/** The form for a new device: kind, name, site and Sitewatch terminal. */
export function EnrolmentForm({ busy, error, onCreate }: EnrolmentFormProps) {
  const { data: locations } = useLocationsQuery();
  const { data: config } = useConfigQuery();
  const { control, submit } = useZodForm({ schema: enrolment, initial, onSubmit: onCreate, failure: error });
  const sites = locations?.locations.map(({ display_name, metadata }) => ({
    value: Number(metadata.site),
    label: display_name,
  }));
  const { kind: chosenKind } = useValues(control);
  const options = config?.configOptions;
  const names = chosenKind === 'tablet' ? options?.tabletTerminals : options?.terminals;
  const terminals = names?.map((name) => ({ value: name, label: name }));
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <FormField control={control} name="kind" label="Kind">
        {({ id, value, onChange }) => (
          <Segmented size="large" id={id} aria-label="Kind" options={kinds} block value={value} onChange={onChange} />
        )}
      </FormField>
      <TextField control={control} name="name" label="Name" placeholder="Register 1" maxLength={60} autoFocus />
      <FormField control={control} name="site" label="Site">
        {(bound) => <Select {...bound} size="large" options={sites} placeholder="Choose a site" />}
      </FormField>
      <FormField control={control} name="terminal" label="Sitewatch terminal">
        {({ onChange, ...bound }) => (
          <Select
            {...bound}
            size="large"
            options={terminals}
            placeholder="None"
            allowClear
            onChange={(name: string | undefined) => onChange(name ?? null)}
          />
        )}
      </FormField>
      {error != null && <Failure title="Couldn’t create the link" error={error} />}
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        Create Link
      </Button>
    </form>
  );
}
