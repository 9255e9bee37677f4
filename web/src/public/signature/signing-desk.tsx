import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { CallFailed } from '../lib/call.ts';
import { useLanguage } from '../lib/page-texts.tsx';
import { reportError } from '../lib/report-error.ts';
import { AgreementStep } from './agreement-step.tsx';
import { useIdle } from './kiosk.ts';
import { ListStep } from './list-step.tsx';
import { Message } from './message.tsx';
import { SignStep } from './sign-step.tsx';
import { readAgreement, type Agreement, type Signed } from './tablet-calls.ts';
import { useTexts } from './texts/texts.ts';
import { useOutbox, type Sending } from './unsent.ts';
import { useWaiting } from './use-waiting.ts';

/** Time of the thank-you screen. */
const thanksMs = 5_000;
/** After this time without a touch the customer has left. */
const idleMs = 180_000;
/** Age of the page from which it is loaded again after a release. */
const reloadsAfterMs = 600_000;

type Mode =
  | { name: 'list'; isWithdrawn: boolean }
  | { name: 'agreement' | 'signature'; agreement: Agreement }
  | { name: 'kept'; id: string }
  | { name: 'thanks' }
  | { name: 'error'; code: string };

const list: Mode = { name: 'list', isWithdrawn: false };
/** The list of a page that was just opened. */
const first: Mode = { ...list };

interface SigningDeskProps {
  terminal: string | null;
  /** The API's version when the page was loaded. */
  apiVersion: string;
  /** The tablet keeps a later release of the page than the open one. */
  hasNewerPage: boolean;
  /** The cloud no longer accepts this tablet. */
  onRefused: () => Promise<void>;
}

/** List, agreement, signature, thank you, and back. */
export function SigningDesk({ terminal, apiVersion, hasNewerPage, onRefused }: SigningDeskProps) {
  const texts = useTexts();
  const [mode, setMode] = useState<Mode>(first);
  const waiting = useWaiting(terminal);
  const { refresh } = waiting;
  const settled = useCallback((id: string, sending: Sending) => {
    setMode((shown) => (shown.name === 'kept' && shown.id === id ? modeAfter(id, sending) : shown));
  }, []);
  const outbox = useOutbox(settled);
  const requests = waiting.requests.filter(({ id }) => !outbox.unsent.includes(id));

  const open = useCallback(async (id: string): Promise<void> => {
    try {
      const agreement = await readAgreement(id);
      setMode((shown) => (shown.name === 'list' ? { name: 'agreement', agreement } : shown));
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setMode({ name: 'error', code: error.code });
    }
  }, []);
  useOpensNewOne(mode.name === 'list', requests, open);

  const sign = async (id: string, signed: Signed): Promise<void> => {
    const sending = await outbox.send(id, signed);
    setMode(modeAfter(id, sending));
    refresh();
  };
  const backToList = useCallback(() => setMode(list), []);
  const shownId = mode.name === 'agreement' || mode.name === 'signature' ? mode.agreement.id : null;
  const withdrawn = useCallback((id: string) => {
    setMode((shown) => ('agreement' in shown && shown.agreement.id === id ? { name: 'list', isWithdrawn: true } : shown));
  }, []);
  // a signature that is being sent also takes the request off the list
  useWithdrawn(outbox.unsent.includes(shownId ?? '') ? null : shownId, waiting, withdrawn);
  useIdle(!['list', 'thanks'].includes(mode.name), idleMs, backToList);
  useOwnLanguage(mode.name);
  useEffect(() => {
    if (mode.name !== 'thanks') return;
    const timer = setTimeout(backToList, thanksMs);
    return () => clearTimeout(timer);
  }, [mode.name, backToList]);
  useEffect(() => {
    if (waiting.isRefused) void onRefused();
  }, [waiting.isRefused, onRefused]);
  const isOutdated = hasNewerPage || (waiting.apiVersion !== null && waiting.apiVersion !== apiVersion);
  const reloads = isOutdated && mode.name === 'list' && requests.length === 0;
  useEffect(() => {
    if (!reloads) return;
    // right after a release processes of both may run, and each would load the other's page
    const timer = setTimeout(() => window.location.reload(), Math.max(0, reloadsAfterMs - performance.now()));
    return () => clearTimeout(timer);
  }, [reloads]);

  switch (mode.name) {
    case 'list':
      // until the first answer nothing is known to wait
      if (waiting.apiVersion === null)
        return (
          <Message
            {...(waiting.isOnline ? { kind: 'wait', heading: texts.title, sentence: texts.starting } : { kind: 'info', ...texts.offline })}
          />
        );
      return (
        <ListStep
          requests={requests}
          isOnline={waiting.isOnline}
          unsent={outbox.unsent.length}
          note={mode.isWithdrawn ? texts.agreement.gone : null}
          takesFocus={mode !== first}
          onOpen={(id) => void open(id).catch(reportError)}
        />
      );
    case 'agreement':
      return <AgreementStep agreement={mode.agreement} onSign={() => setMode({ ...mode, name: 'signature' })} onBack={backToList} />;
    case 'signature':
      return (
        <SignStep
          agreement={mode.agreement}
          onSign={(signed) => sign(mode.agreement.id, signed)}
          onBack={() => setMode({ ...mode, name: 'agreement' })}
        />
      );
    case 'kept':
      return (
        <Message kind="info" heading={texts.kept.heading} sentence={texts.kept.sentence}>
          <Button onClick={backToList}>{texts.kept.next}</Button>
        </Message>
      );
    case 'thanks':
      return <Message kind="good" heading={texts.thanks.heading} sentence={texts.thanks.sentence} />;
    case 'error':
      return (
        <Message kind="problem" heading={texts.error.heading} sentence={whyOf(texts.error, mode.code)}>
          <Button onClick={backToList}>{texts.error.back}</Button>
        </Message>
      );
    default:
      return mode satisfies never;
  }
}

function modeAfter(id: string, sending: Sending): Mode {
  if (sending.kind === 'sent') return { name: 'thanks' };
  return sending.kind === 'kept' ? { name: 'kept', id } : { name: 'error', code: sending.code };
}

function whyOf({ already_signed, signature_cancelled, other }: ReturnType<typeof useTexts>['error'], code: string): string {
  if (code === 'already_signed') return already_signed;
  return code === 'signature_cancelled' ? signature_cancelled : other;
}

/** The only new agreement at an idle tablet opens by itself: the customer stands in front of it. Once, so that Back works. */
function useOpensNewOne(isIdle: boolean, requests: readonly { id: string }[], open: (id: string) => Promise<void>): void {
  const seen = useRef(new Set<string>());
  const ids = requests.map(({ id }) => id).join(' ');
  useEffect(() => {
    const all = ids === '' ? [] : ids.split(' ');
    const fresh = all.filter((id) => !seen.current.has(id));
    for (const id of all) seen.current.add(id);
    const [only] = fresh;
    if (isIdle && only !== undefined && all.length === 1) void open(only).catch(reportError);
  }, [ids, isIdle, open]);
}

/** Calls `onGone` when the open agreement no longer waits: it was withdrawn, or signed elsewhere. */
function useWithdrawn(id: string | null, { requests, isOnline }: ReturnType<typeof useWaiting>, onGone: (id: string) => void): void {
  const isGone = id !== null && isOnline && !requests.some((request) => request.id === id);
  useEffect(() => {
    if (isGone) onGone(id);
  }, [id, isGone, onGone]);
}

/** The next customer finds the tablet in its own language. */
function useOwnLanguage(mode: Mode['name']): void {
  const { language, speak } = useLanguage();
  const own = useRef(language);
  useEffect(() => {
    const back = own.current;
    return mode === 'thanks' ? () => void speak(back).catch(reportError) : undefined;
  }, [mode, speak]);
}
