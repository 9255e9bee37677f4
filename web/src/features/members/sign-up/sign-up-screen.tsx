import { Skeleton } from 'antd';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { AfterFirstPaint } from '../../../components/after-first-paint.tsx';
import { selectSale } from '../../../lib/register-context.ts';
import { usePersistedState } from '../../../lib/persisted/use-persisted-state.ts';
import { KnownCustomer } from './form/known-customer.tsx';
import { SignUpPanel } from './form/sign-up-panel.tsx';
import panelStyles from './form/sign-up-panel.module.css';
import { draftOf, entryKey, readEntry, signUpDraft, type SignUpDraft } from './form/state/draft.ts';
import type { AgreedTerms } from './form/use-sign-up-panel.ts';
import { beginRun, signUpRun } from './run/run.ts';
import { SignUpRun } from './run/sign-up-run.tsx';
import { isRunOf } from './run/unfinished.ts';
import { UnfinishedRun } from './run/unfinished-run.tsx';
import type { SignUpForm } from './sign-up-form.ts';

const nullableDraft = signUpDraft.nullable();
const nullableRun = signUpRun.nullable();

/** /customers/new: the form, and from the press of Sign Up on the run, which a reload does not end; see docs/rules/billing.md#sign-up. */
export function SignUpScreen() {
  const [query] = useSearchParams();
  const entry = readEntry(query);
  const key = entryKey(entry);
  const [persisted, persistDraft, clearDraft] = usePersistedState('sign-up-form', nullableDraft, null);
  const [run, persistRun, clearRun] = usePersistedState('sign-up-run', nullableRun, null);
  const [round, setRound] = useState(0);
  const saleid = useSelector(selectSale)?.saleid ?? null;
  const draft = persisted?.entry === key ? persisted : null;

  const backTo = (form: SignUpForm): void => {
    persistDraft((before) => ({ entry: key, form, storedPlate: before?.storedPlate ?? (form.customer === null ? null : form.plate) }));
    clearRun();
  };
  const done = (): void => {
    clearDraft();
    clearRun();
  };
  if (run && !isRunOf(run, entry, persisted?.entry ?? null)) return <UnfinishedRun run={run} entry={entry} onLeave={done} />;
  if (run) return <SignUpRun run={run} onRun={persistRun} onBack={backTo} onDone={done} />;

  const panelOf = (begun: SignUpDraft) => (
    <SignUpPanel
      key={`${round} ${key}`}
      draft={begun}
      onChange={(form) => persistDraft((before) => ({ ...(before?.entry === key ? before : begun), form }))}
      onClear={() => {
        clearDraft();
        setRound(round + 1);
      }}
      onSignUp={(form: SignUpForm, agreed: AgreedTerms) => persistRun((before) => before ?? beginRun(form, { ...agreed, saleid }))}
    />
  );
  return (
    <AfterFirstPaint fallback={<SignUpSkeleton />}>
      {entry.kind === 'customer' ? (
        <KnownCustomer key={`${round} ${key}`} id={entry.id} draft={draft}>
          {panelOf}
        </KnownCustomer>
      ) : (
        panelOf(draft ?? draftOf(entry))
      )}
    </AfterFirstPaint>
  );
}

/** Answers the press that opened the form, whose many fields take longer to draw than a press may wait. */
function SignUpSkeleton() {
  return (
    <div className={panelStyles.screen}>
      <header className={panelStyles.header}>
        <h1 className={panelStyles.title}>Sign up</h1>
      </header>
      <div role="status" aria-label="Loading the form">
        <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} />
      </div>
    </div>
  );
}
