import { Skeleton } from 'antd';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AfterFirstPaint } from '../../../components/layout/after-first-paint.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { signUpPath } from '../../../lib/paths.ts';
import { clearPersisted, usePersistedState } from '../../../lib/persisted/use-persisted-state.ts';
import { selectSale } from '../../../lib/register-context.ts';
import { KnownCustomer } from './form/known-customer.tsx';
import { SignUpPanel } from './form/sign-up-panel.tsx';
import { draftOf, entryKey, readEntry, signUpDraft, type Entry, type SignUpDraft } from './form/state/draft.ts';
import type { AgreedTerms } from './form/use-sign-up-panel.ts';
import { beginRun, signUpRun } from './run/run.ts';
import { SignUpRun } from './run/sign-up-run.tsx';
import { UnfinishedRun } from './run/unfinished-run.tsx';
import { isRunOf } from './run/unfinished.ts';
import type { SignUpForm } from './sign-up-form.ts';
import panelStyles from './form/sign-up-panel.module.css';

const nullableDraft = signUpDraft.nullable();
const nullableRun = signUpRun.nullable();
/** The stored form of the customer's own screen. */
const customersForm = 'sign-up-of-customer';

/** /customers/new: the form and, after Sign Up is pressed, the run, which survives a reload; see docs/rules/billing.md#sign-up. */
export function SignUpScreen() {
  const [query] = useSearchParams();
  const entry = readEntry(query);
  const { key, persisted, draft, run, persistDraft, clearDraft, persistRun, clearRun, panelOf } = useSignUp(entry);

  const backTo = (form: SignUpForm): void => {
    persistDraft((before) => ({
      entry: entryKey(entry),
      form,
      storedPlate: before?.storedPlate ?? (form.customer === null ? null : form.plate),
    }));
    clearRun();
  };
  const done = (): void => {
    clearDraft();
    clearPersisted(customersForm);
    clearRun();
  };
  if (run && !isRunOf(run, entry, persisted?.entry ?? null)) return <UnfinishedRun run={run} entry={entry} onLeave={done} />;
  if (run) return <SignUpRun run={run} onRun={persistRun} onBack={backTo} onDone={done} />;

  return (
    <AfterFirstPaint fallback={<SignUpSkeleton />}>
      {entry.kind === 'customer' ? (
        <KnownCustomer key={key} id={entry.id} draft={draft}>
          {panelOf}
        </KnownCustomer>
      ) : (
        panelOf(draft ?? draftOf(entry))
      )}
    </AfterFirstPaint>
  );
}

/**
 * The sign-up on the customer's own screen: plan, promotion, card and amount due. Pressing Sign Up starts the run on the full form's
 * screen.
 */
export function CustomerSignUp({ customer: id }: { customer: string }) {
  const navigate = useNavigate();
  const address = signUpPath(id);
  const entry: Entry = { kind: 'customer', id };
  const { key, persisted, draft, run, panelOf } = useSignUp(entry, {
    storage: customersForm,
    onBegun: () => void navigate(address),
  });
  if (run)
    return (
      <Section title="Sign Up">
        <p>
          {isRunOf(run, entry, persisted?.entry ?? null)
            ? 'This sign-up is in progress.'
            : 'Another sign-up is in progress in this browser.'}
        </p>
        <LinkButton to={address} type="primary" size="large">
          Sign Up
        </LinkButton>
      </Section>
    );
  return (
    <KnownCustomer key={key} id={id} draft={draft}>
      {(begun) => panelOf(begun, true)}
    </KnownCustomer>
  );
}

/**
 * Returns the form and the run, both stored over a reload.
 * @param storage the form's own key: viewing a customer's plans does not affect another customer's half-filled form
 * @param onBegun called when Sign Up has started the run
 */
function useSignUp(entry: Entry, { storage = 'sign-up-form', onBegun }: { storage?: string; onBegun?: () => void } = {}) {
  const entered = entryKey(entry);
  const [persisted, persistDraft, clearDraft] = usePersistedState(storage, nullableDraft, null);
  const [run, persistRun, clearRun] = usePersistedState('sign-up-run', nullableRun, null);
  const [round, setRound] = useState(0);
  const saleid = useSelector(selectSale)?.saleid ?? null;
  const draft = persisted?.entry === entered ? persisted : null;
  const key = `${round} ${entered}`;
  const panelOf = (begun: SignUpDraft, onCustomer = false) => (
    <SignUpPanel
      key={key}
      draft={begun}
      onCustomer={onCustomer}
      onChange={(form) => persistDraft((before) => ({ ...(before?.entry === entered ? before : begun), form }))}
      onClear={() => {
        clearDraft();
        setRound(round + 1);
      }}
      onSignUp={(form: SignUpForm, agreed: AgreedTerms) => {
        persistRun((before) => before ?? beginRun(form, { ...agreed, saleid }));
        onBegun?.();
      }}
    />
  );
  return { key, persisted, draft, run, persistDraft, clearDraft, persistRun, clearRun, panelOf };
}

/** Rendered immediately, because the form's many fields take longer to draw than the user should wait. */
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
