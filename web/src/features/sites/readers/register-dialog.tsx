import { Alert, Button, Modal, Select } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { registerReader, type Reader } from '@washdesk/contracts/sites/terminal';
import { Failure } from '../../../components/feedback/failure.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { ModeTabs } from '../../../components/navigation/mode-tabs.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useKeyedRequest } from '../../../lib/idempotent-requests/use-keyed-request.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { useConfigQuery, useLocationsQuery } from '../../../lib/startup-api.ts';
import { useReaderSettingsQuery, useRegisterReaderMutation } from './readers-api.ts';
import styles from './readers.module.css';

const models = { p400: 'P400', wisepos: 'WisePOS' } as const;
type Model = keyof typeof models;

/** @param code typed on the reader to open its menu */
const instructions: Readonly<Record<Model, (code: string) => readonly string[]>> = {
  p400: (code) => [
    'Connect the reader to power and to the site’s network.',
    `On the keypad, press 0, 7, green, then enter the pairing code ${code}.`,
    'Enter the three words shown on the reader as the registration code.',
  ],
  wisepos: (code) => [
    'Turn on the reader and connect it to the site’s network.',
    `Swipe from the left edge of the screen, open Settings and enter the pairing code ${code}.`,
    'Press Generate pairing code. Enter the three words shown as the registration code.',
  ],
};

const typed = z
  .object({
    locationId: z.string().regex(/\S/, 'Choose a location'),
    displayName: z.string().regex(/\S/, 'Choose a register'),
    readerCode: z.string().regex(/\S/, 'The registration code is required'),
  })
  .pipe(registerReader.body);

interface RegisterDialogProps {
  onDone: (reader: Reader) => void;
  onClose: () => void;
}

/** Registers a reader under its register's name, so that the register proposes it. */
export function RegisterDialog({ onDone, onClose }: RegisterDialogProps) {
  const [model, setModel] = useState<Model>('p400');
  const { data: locations } = useLocationsQuery();
  const { data: config } = useConfigQuery();
  const { data: settings } = useReaderSettingsQuery();
  const [register] = useRegisterReaderMutation();
  const { state, send, forget } = useKeyedRequest({ kind: 'reader-register' });
  const form = useZodForm({
    schema: typed,
    initial: { locationId: useSession()?.locationId ?? '', displayName: '', readerCode: '' },
    failure: state.kind === 'refused' ? state.failure : null,
    onChange: forget,
    onSubmit: async (body) => {
      const reader = await send(JSON.stringify(body), (idempotencyKey) => register({ body, idempotencyKey }));
      if (reader) onDone(reader);
    },
  });
  const code = settings?.settings.find(({ name }) => name === 'readerPairingCode')?.value;
  const pairingCode = typeof code === 'string' ? code : 'from Settings';
  const locationOptions = locations?.locations.map(({ id, display_name }) => ({ value: id, label: display_name }));
  const registers = config?.configOptions?.terminals.map((name) => ({ value: name, label: name }));
  return (
    <Modal open title="Register a reader" footer={null} onCancel={onClose} mask={{ closable: false }}>
      <ModeTabs label="Reader type" modes={models} active={model} onChange={setModel}>
        <ol className={styles.steps}>
          {instructions[model](pairingCode).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </ModeTabs>
      <form className={styles.fields} noValidate onSubmit={form.submit}>
        <FormField control={form.control} name="locationId" label="Location">
          {(bound) => (
            <Select {...bound} size="large" options={locationOptions} value={bound.value || undefined} placeholder="Reader’s location" />
          )}
        </FormField>
        <FormField control={form.control} name="displayName" label="Register" hint="The reader is named after its register.">
          {(bound) => (
            <Select
              {...bound}
              size="large"
              options={registers}
              value={bound.value || undefined}
              placeholder="Register that uses the reader"
            />
          )}
        </FormField>
        <TextField
          control={form.control}
          name="readerCode"
          label="Registration code"
          placeholder="quick-brown-fox"
          maxLength={80}
          spellCheck={false}
        />
        {state.kind === 'refused' && <Failure title="Failed to Find Card Reader" error={state.failure} />}
        {state.kind === 'unknown' && <Alert type="warning" showIcon title="No response yet. Register it again to check." />}
        <Button type="primary" htmlType="submit" size="large" block loading={state.kind === 'sending'}>
          Register Reader
        </Button>
      </form>
    </Modal>
  );
}
