import { Button } from 'antd';
import { z } from 'zod';
import { saveSiteConfiguration } from '@washdesk/contracts/sites/site-configuration';
import { Failure } from '../../../components/feedback/failure.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import styles from './configuration.module.css';

const typed = z
  .object({ reason: z.string().regex(/\S.*\S.*\S/u, 'Enter a reason') })
  .pipe(saveSiteConfiguration.body.pick({ reason: true }));

interface ReasonFormProps {
  button: string;
  placeholder: string;
  error: unknown;
  isLoading: boolean;
  onSubmit: (reason: string) => Promise<void>;
}

/** Asks why a version is saved. */
export function ReasonForm({ button, placeholder, error, isLoading, onSubmit }: ReasonFormProps) {
  const { control, submit } = useZodForm({
    schema: typed,
    initial: { reason: '' },
    failure: isLoading ? null : error,
    onSubmit: ({ reason }) => onSubmit(reason),
  });
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField control={control} name="reason" label="Reason" placeholder={placeholder} maxLength={200} autoFocus />
      {Boolean(error) && !isLoading && <Failure title="Couldn’t save the version" error={error} />}
      <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
        {button}
      </Button>
    </form>
  );
}
