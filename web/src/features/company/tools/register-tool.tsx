import { Alert, Button, Input } from 'antd';
import { useState, type FormEvent } from 'react';
import { Field } from '../../../components/input/field.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { nativeRegister } from '../../../lib/register-bridge/native-register.ts';
import { type Outcome } from '../../../lib/register-bridge/register-bridge.ts';
import styles from './tools.module.css';

const onlyAtRegister = 'Register Browser Tools not detected. please use this tool from a register only.';

interface RegisterToolProps {
  title: string;
  label: string;
  hint: string;
  button: string;
  /** Returns null for a text that cannot be sent. */
  read: (text: string) => string | null;
  problem: string;
  send: (text: string) => Promise<Outcome>;
}

/** Sends a text to the register around this page and shows the result; a plain browser has no such tools. */
export function RegisterTool({ title, label, hint, button, read, problem, send }: RegisterToolProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [refused, setRefused] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const given = read(text);
    setRefused(given === null);
    setOutcome(null);
    if (given === null || busy) return;
    setBusy(true);
    setOutcome(await send(given));
    setBusy(false);
  };
  return (
    <Page title={title}>
      {nativeRegister() === null ? (
        <Alert type="warning" showIcon title={onlyAtRegister} />
      ) : (
        <Section>
          <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
            <Field label={label} hint={hint} problem={refused ? problem : null}>
              {(control) => (
                <Input
                  {...control}
                  autoFocus
                  size="large"
                  autoComplete="off"
                  value={text}
                  onChange={({ target }) => setText(target.value)}
                />
              )}
            </Field>
            <Button type="primary" htmlType="submit" size="large" loading={busy}>
              {button}
            </Button>
            <div aria-live="polite">{outcome && <Alert type={outcome.ok ? 'success' : 'error'} showIcon title={outcome.message} />}</div>
          </form>
        </Section>
      )}
    </Page>
  );
}
