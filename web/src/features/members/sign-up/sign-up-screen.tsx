import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { AfterFirstPaint } from '../../../components/after-first-paint.tsx';
import { selectSale } from '../../../lib/register-context.ts';
import { usePersistedState } from '../../../lib/persisted/use-persisted-state.ts';
import { draftOf, signUpDraft, type SignUpDraft } from './form/draft.ts';
import { entryKey, readEntry } from './form/entry.ts';
import { KnownCustomer } from './form/known-customer.tsx';
import { SignUpPanel } from './form/sign-up-panel.tsx';
import { SignUpSkeleton } from './form/sign-up-skeleton.tsx';
import type { AgreedTerms } from './form/use-sign-up-panel.ts';
import { beginRun, signUpRun } from './run/run.ts';
import { SignUpRun } from './run/sign-up-run.tsx';
import { isRunOf } from './run/unfinished.ts';
import { UnfinishedRun } from './run/unfinished-run.tsx';
import type { SignUpForm } from './sign-up-form.ts';

const nullableDraft = signUpDraft.nullable();
const nullableRun = signUpRun.nullable();

/** /customers/new: the form, and once Sign Up was pressed the run, which a reload does not end (front-desk sections 2 and 4). */
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
      onChange={(change) => persistDraft((before) => change(before?.entry === key ? before : begun))}
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
