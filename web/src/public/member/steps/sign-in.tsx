import { useRef, useState, type FormEvent } from 'react';
import { Button } from '../../components/button.tsx';
import { focusField, TextField } from '../../components/field.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { Failed } from '../failed.tsx';
import { openSession, requestCode, requestLink } from '../member-calls.ts';
import { useTexts } from '../texts/texts.ts';
import { useAct } from '../use-act.ts';
import styles from '../member.module.css';

interface Opening {
  /** The session is open. */
  onOpen: () => void;
}

/** A link is used by this press and not by opening the page: mail scanners open every link. */
export function OpenLink({ token, onOpen }: Opening & { token: string }) {
  const { link, working } = useTexts();
  const { run, busy, failure } = useAct('open', async () => {
    await openSession({ token });
    onOpen();
  });
  if (failure && failure.status !== null) return <SignIn failure={failure} onOpen={onOpen} />;
  return (
    <div className={`card ${styles.narrow} ${styles.rows}`}>
      <StepHeading takesFocus={false}>{link.heading}</StepHeading>
      <p>{link.sentence}</p>
      <Failed failure={failure} />
      <Button busy={busy && working} onClick={() => void run()}>
        {link.go}
      </Button>
    </div>
  );
}

interface SignInProps extends Opening {
  /** Why the link did not open the plan, or the session ended. */
  failure?: Parameters<typeof Failed>[0]['failure'];
}

export function SignIn({ failure = null, onOpen }: SignInProps) {
  const [sent, setSent] = useState<{ request: string; minutes: number } | null>(null);
  const { signIn } = useTexts();
  if (sent)
    return (
      <EnterCode
        request={sent.request}
        sentence={signIn.sent(sent.minutes)}
        onOpen={onOpen}
        other={signIn.other}
        onOther={() => setSent(null)}
      />
    );
  return <AskContact failure={failure} onSent={setSent} />;
}

/** A payment link opens the payment alone: for the rest, its member enters a code. */
export function ConfirmMember({ onOpen, onBack }: Opening & { onBack: () => void }) {
  const { confirm, back, working } = useTexts();
  const { language } = useLanguage();
  const [sent, setSent] = useState<{ request: string; minutes: number } | null>(null);
  const { run, busy, failure } = useAct('own-code', async () => setSent(await requestCode(language)));
  if (sent) return <EnterCode request={sent.request} sentence={confirm.sent(sent.minutes)} onOpen={onOpen} other={back} onOther={onBack} />;
  return (
    <div className={`card ${styles.narrow} ${styles.rows}`}>
      <StepHeading takesFocus>{confirm.heading}</StepHeading>
      <p>{confirm.sentence}</p>
      <Failed failure={failure} />
      <Button busy={busy && working} onClick={() => void run()}>
        {confirm.send}
      </Button>
      <Button kind="link" onClick={onBack}>
        {back}
      </Button>
    </div>
  );
}

function AskContact({
  failure,
  onSent,
}: {
  failure: SignInProps['failure'];
  onSent: (sent: { request: string; minutes: number }) => void;
}) {
  const { signIn, working } = useTexts();
  const { language } = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const [contact, setContact] = useState('');
  const [problem, setProblem] = useState<string>();
  const act = useAct('request', async () => onSent(await requestLink(contact, language)));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isMissing = contact.trim().length < 3;
    setProblem(isMissing ? signIn.missing : undefined);
    if (isMissing) focusField(form.current, ['contact']);
    else void act.run();
  };
  return (
    <form ref={form} noValidate className={`card ${styles.narrow} ${styles.rows}`} onSubmit={submit}>
      <StepHeading takesFocus={Boolean(failure)}>{signIn.heading}</StepHeading>
      <p>{signIn.sentence}</p>
      <Failed failure={act.failure ?? failure ?? null} />
      <TextField
        name="contact"
        label={signIn.contact}
        hint={signIn.hint}
        problem={problem}
        value={contact}
        onChange={setContact}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="send"
      />
      <Button type="submit" busy={act.busy && working}>
        {signIn.send}
      </Button>
      <p className={styles.muted}>
        {signIn.noPlan} <a href="/online">{signIn.join}</a>
      </p>
    </form>
  );
}

interface EnterCodeProps extends Opening {
  request: string;
  sentence: string;
  other: string;
  onOther: () => void;
}

function EnterCode({ request, sentence, onOpen, other, onOther }: EnterCodeProps) {
  const { signIn, working } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const act = useAct('code', async () => {
    await openSession({ request, code });
    onOpen();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isMissing = code.length !== 6;
    setProblem(isMissing ? signIn.codeMissing : undefined);
    if (isMissing) focusField(form.current, ['code']);
    else void act.run();
  };
  return (
    <form ref={form} noValidate className={`card ${styles.narrow} ${styles.rows}`} onSubmit={submit}>
      <StepHeading takesFocus>{signIn.sentHeading}</StepHeading>
      <p role="status">{sentence}</p>
      <Failed failure={act.failure} />
      <TextField
        name="code"
        label={signIn.code}
        problem={problem}
        value={code}
        onChange={(typed) => setCode(typed.replaceAll(/\D/g, '').slice(0, 6))}
        className={styles.code ?? ''}
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
      />
      <Button type="submit" busy={act.busy && working}>
        {signIn.open}
      </Button>
      <Button kind="link" onClick={onOther}>
        {other}
      </Button>
    </form>
  );
}
