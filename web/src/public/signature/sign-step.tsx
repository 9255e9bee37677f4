import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Notice } from '../components/notice.tsx';
import { StepHeading } from '../components/step-heading.tsx';
import { InkField, type Ink } from './ink-field.tsx';
import { inkLength, leastInk } from './ink.ts';
import type { Agreement, Signed } from './tablet-calls.ts';
import { useTexts } from './texts/texts.ts';
import styles from './signature.module.css';

interface SignStepProps {
  agreement: Agreement;
  /** Sends the signature. The step stays until it is sent or kept. */
  onSign: (signed: Signed) => Promise<void>;
  onBack: () => void;
}

/** Draws the signature, or takes a typed name from who cannot draw. */
export function SignStep({ agreement: { item, plate, name }, onSign, onBack }: SignStepProps) {
  const texts = useTexts().signature;
  const { back } = useTexts().agreement;
  const [form, setForm] = useState<'drawn' | 'typed'>('drawn');
  const [isSending, setSending] = useState(false);
  const sign = async (signed: Signed): Promise<void> => {
    setSending(true);
    await onSign(signed);
    setSending(false);
  };
  const Form = form === 'drawn' ? Drawn : Typed;
  return (
    <main className={`page ${styles.step}`}>
      <header>
        <StepHeading takesFocus>{texts.heading}</StepHeading>
        <p className={styles.what}>{[item, plate, name].filter(Boolean).join(' · ')}</p>
      </header>
      <Form isSending={isSending} onSign={(signed) => void sign(signed)}>
        <Button kind="plain" disabled={isSending} onClick={onBack}>
          {back}
        </Button>
        <Button kind="plain" disabled={isSending} onClick={() => setForm(form === 'drawn' ? 'typed' : 'drawn')}>
          {form === 'drawn' ? texts.typeInstead : texts.drawInstead}
        </Button>
      </Form>
    </main>
  );
}

interface FormProps {
  isSending: boolean;
  onSign: (signed: Signed) => void;
  children: ReactNode;
}

function Drawn({ isSending, onSign, children }: FormProps) {
  const texts = useTexts().signature;
  const ink = useRef<Ink>(null);
  const [strokes, setStrokes] = useState(0);
  const [isTooShort, setTooShort] = useState(false);
  const show = (): void => {
    setStrokes(ink.current?.strokes().length ?? 0);
    setTooShort(false);
  };
  const undo = (): void => {
    ink.current?.undo();
    show();
  };
  const clear = (): void => {
    ink.current?.clear();
    show();
  };
  const submit = (): void => {
    if (!ink.current) return;
    if (inkLength(ink.current.strokes()) < leastInk) return setTooShort(true);
    onSign({ signature: ink.current.png() });
  };
  return (
    <>
      <div className={styles.pad}>
        <p className={styles.how}>{texts.how}</p>
        <InkField label={texts.pad} ref={ink} onInk={show} />
        <div className={styles.padTools}>
          <Button kind="link" disabled={strokes === 0 || isSending} onClick={undo}>
            {texts.undo}
          </Button>
          <Button kind="link" disabled={strokes === 0 || isSending} onClick={clear}>
            {texts.clear}
          </Button>
        </div>
      </div>
      {isTooShort && <Notice kind="problem">{texts.tooLittle}</Notice>}
      <div className={styles.acts}>
        {children}
        <Button busy={isSending && texts.sending} onClick={submit}>
          {texts.done}
        </Button>
      </div>
    </>
  );
}

/** As the cloud requires it: at least two letters. */
const isName = (text: string): boolean => /\p{L}.*\p{L}/u.test(text);
const longestName = 80;

function Typed({ isSending, onSign, children }: FormProps) {
  const texts = useTexts().signature;
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      className={styles.typed}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isSending) return;
        if (isName(name)) onSign({ typedName: name.trim() });
        else setMissing(true);
      }}
    >
      <TextField
        label={texts.name}
        name="typedName"
        value={name}
        hint={texts.nameHint}
        problem={isMissing ? texts.nameMissing : undefined}
        maxLength={longestName}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        autoFocus
        onChange={(typed) => {
          setName(typed);
          setMissing(false);
        }}
      />
      {name.trim() && (
        <p className={styles.typedName} aria-hidden="true">
          {name.trim()}
        </p>
      )}
      <div className={styles.acts}>
        {children}
        <Button type="submit" busy={isSending && texts.sending}>
          {texts.done}
        </Button>
      </div>
    </form>
  );
}
