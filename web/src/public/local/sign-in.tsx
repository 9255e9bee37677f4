import { useEffect, useState, type FormEvent } from 'react';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { LocalCallFailed, pressLocal } from './local-calls.ts';
import { texts } from './texts.ts';

const { signIn } = texts;
const sentences: Partial<Record<LocalCallFailed['code'], string>> = { wrong_pin: signIn.wrong, no_response: signIn.noResponse };

export function SignIn({ onDone }: { onDone: () => void }) {
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [waitSeconds, setWaitSeconds] = useState(0);

  useEffect(() => {
    if (waitSeconds <= 0) return undefined;
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [waitSeconds]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || waitSeconds > 0) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await pressLocal('/sign-in', { pin: pin.trim() });
      onDone();
    } catch (error) {
      const { code, message, waitSeconds: wait } = error as LocalCallFailed;
      setWaitSeconds(wait);
      setProblem(sentences[code] ?? message);
      setPin('');
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className="page narrow">
      <form className="card page" onSubmit={(event) => void submit(event)}>
        <h1>{signIn.heading}</h1>
        <p>{signIn.sentence}</p>
        <TextField
          label={signIn.pin}
          name="pin"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          // the page has nothing else to do
          autoFocus
          maxLength={12}
          hint={signIn.hint}
          problem={waitSeconds > 0 ? signIn.wait(waitSeconds) : problem}
          value={pin}
          onChange={setPin}
        />
        <Button type="submit" busy={busy && signIn.busy}>
          {signIn.button}
        </Button>
      </form>
    </main>
  );
}
