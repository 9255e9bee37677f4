import { Button, Checkbox, Modal, Select } from 'antd';
import { z } from 'zod';
import { startRollout, type SiteWithAgent } from '@washdesk/contracts/sites/release';
import { compareVersions } from '@washdesk/rules/company/release-version';
import { Failure } from '../../../components/feedback/failure.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useStartRolloutMutation } from './releases-api.ts';
import { typedReason } from './rollout-action-dialog.tsx';
import styles from './releases.module.css';

interface StartDialogProps {
  version: string;
  sites: readonly SiteWithAgent[];
  onClose: () => void;
}

/** An admin continues it. */
const byHand = 0;
const hours = [4, 12, 24, 48, 72];
const atOnce = [1, 2, 3, 5, 10];

const form = z
  .object({
    canary: z.array(z.number()).min(1, 'Choose at least one site'),
    most: z.number(),
    hours: z.number(),
    reason: typedReason,
  })
  .transform(({ hours: after, ...same }) => ({ ...same, continueAfterHours: after === byHand ? null : after }))
  .pipe(startRollout.body.omit({ version: true }));

/** Starts the rollout of a release: its canary sites, how it goes on, and why. */
export function StartDialog({ version, sites, onClose }: StartDialogProps) {
  const [start, { error, isLoading }] = useStartRolloutMutation();
  const { control, submit } = useZodForm({
    schema: form,
    initial: { canary: [] as number[], most: 3, hours: byHand, reason: '' },
    failure: isLoading ? null : error,
    onSubmit: async (body) => {
      const { data } = await start({ body: { version, ...body } });
      if (!data) return;
      showToast(`Rollout of ${version} started`);
      onClose();
    },
  });
  const options = sites.map(({ site, name, online, version: own }) => ({
    value: site,
    disabled: compareVersions(own ?? '', version) >= 0,
    label: `${name} (${site}), ${own ?? 'version unknown'}${online ? '' : ', offline'}`,
  }));
  return (
    <Modal open title={`Roll out ${version}`} footer={null} onCancel={onClose} mask={{ closable: false }} width={560}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <FormField
          control={control}
          name="canary"
          label="Canary sites"
          hint="They are updated first. Choose quiet sites that IT can reach."
        >
          {({ value, onChange, ref: _ref, ...bound }) => (
            <Checkbox.Group {...bound} className={styles.sites} options={options} value={value} onChange={onChange} />
          )}
        </FormField>
        <FormField control={control} name="hours" label="Continue to all sites">
          {(bound) => (
            <Select
              {...bound}
              size="large"
              options={[
                { value: byHand, label: 'When an admin continues it' },
                ...hours.map((value) => ({ value, label: `${value} hours after the last canary site was installed` })),
              ]}
            />
          )}
        </FormField>
        <FormField control={control} name="most" label="Sites at the same time">
          {(bound) => <Select {...bound} size="large" options={atOnce.map((value) => ({ value, label: String(value) }))} />}
        </FormField>
        <TextField control={control} name="reason" label="Reason" placeholder="Fixes the tag reader …" maxLength={200} />
        <p className={styles.plain}>The first failure pauses the rollout. Each site’s agent restarts, which takes about a minute.</p>
        {error && !isLoading && <Failure title="Couldn’t start the rollout" error={error} />}
        <Button type="primary" htmlType="submit" size="large" block loading={isLoading}>
          Start Rollout
        </Button>
      </form>
    </Modal>
  );
}
