import { Button, Checkbox, Select } from 'antd';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { AlertSettingsForm } from '@washdesk/contracts/system/alert';
import { saveAlertSettings } from '@washdesk/contracts/system/alert';
import { defaultAlertSettings } from '@washdesk/rules/company/alerts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useSeen } from '../../../lib/forms/use-seen.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useSaveAlertSettingsMutation } from './alerts-api.ts';
import styles from './alerts.module.css';

const minutes = [5, 10, 15, 30, 60, 120];

const form = z
  .object({
    quiet: z.boolean(),
    from: z.string(),
    to: z.string(),
    timeZone: z.string(),
    criticalInQuietHours: z.boolean(),
    escalateAfterMinutes: z.number(),
  })
  .transform(({ quiet, from, to, ...same }) => ({ ...same, quietHours: quiet ? { from, to } : null }))
  .pipe(saveAlertSettings.body);

interface SettingsSectionProps {
  settings: AlertSettingsForm;
  timeZones: readonly string[];
}

/** Quiet hours and escalation. */
export function SettingsSection({ settings, timeZones }: SettingsSectionProps) {
  const [save, { error, isLoading }] = useSaveAlertSettingsMutation();
  const seen = useSeen(settings);
  const { quietHours, ...same } = settings;
  const { control, submit } = useZodForm({
    schema: form,
    initial: { ...same, quiet: quietHours !== null, ...(quietHours ?? defaultAlertSettings.quietHours ?? { from: '', to: '' }) },
    failure: isLoading ? null : error,
    onSubmit: async (body) => {
      const answer = await save({ body: { ...body, was: seen.was } });
      if (!answer.data) return seen.refused(answer.error);
      seen.saved(answer.data.settings);
      showToast('Settings of alerts saved');
    },
  });
  const quiet = useWatch({ control, name: 'quiet' });
  return (
    <Section title="Quiet hours and escalation">
      <form className={styles.form} noValidate onSubmit={submit}>
        <FormField control={control} name="escalateAfterMinutes" label="Escalate an alert that isn’t seen after">
          {(bound) => <Select {...bound} size="large" options={minutes.map((value) => ({ value, label: `${value} minutes` }))} />}
        </FormField>
        <FormField control={control} name="quiet" label="Quiet hours" hint="What is held back is sent as one summary when they end.">
          {({ value, onChange, ref: _ref, ...bound }) => (
            <Checkbox {...bound} checked={value} onChange={({ target }) => onChange(target.checked)}>
              Send no messages at night
            </Checkbox>
          )}
        </FormField>
        {quiet && (
          <>
            <div className={styles.hours}>
              <TextField control={control} name="from" label="From" type="time" />
              <TextField control={control} name="to" label="To" type="time" />
            </div>
            <FormField control={control} name="timeZone" label="Time zone">
              {(bound) => (
                <Select {...bound} size="large" options={timeZones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))} />
              )}
            </FormField>
            <FormField control={control} name="criticalInQuietHours" label="Critical alerts">
              {({ value, onChange, ref: _ref, ...bound }) => (
                <Checkbox {...bound} checked={value} onChange={({ target }) => onChange(target.checked)}>
                  Send critical alerts in quiet hours too
                </Checkbox>
              )}
            </FormField>
          </>
        )}
        {error && !isLoading && <Failure title="Couldn’t save the settings" error={error} />}
        <Button type="primary" htmlType="submit" size="large" loading={isLoading}>
          Save Settings
        </Button>
      </form>
    </Section>
  );
}
