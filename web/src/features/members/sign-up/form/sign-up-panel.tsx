import { Alert, Button } from 'antd';
import { KeyHint } from '../../../../components/key-hint.tsx';
import { useHotkey } from '../../../../lib/hotkeys/use-hotkey.ts';
import type { SignUpForm } from '../sign-up-form.ts';
import { CardSection } from './card-section.tsx';
import { ContactSection } from './contact-section.tsx';
import { CustomerSection } from './customer-section.tsx';
import type { SignUpDraft } from './draft.ts';
import { DueTodayCard } from './due-today-card.tsx';
import { FormDialogs } from './form-dialogs.tsx';
import { PlanSection } from './plan-section.tsx';
import { PromoSection } from './promo-section.tsx';
import { RequiredFields } from './required-fields.tsx';
import styles from './sign-up-panel.module.css';
import type { ChangeDraft } from './use-form-access.ts';
import { useSignUpPanel, type AgreedTerms } from './use-sign-up-panel.ts';
import { useZipLookup } from './use-zip-lookup.ts';
import { VehicleSection } from './vehicle-section.tsx';

interface SignUpPanelProps {
  draft: SignUpDraft;
  onChange: ChangeDraft;
  /** Begins anew, as the screen was opened. */
  onClear: () => void;
  onSignUp: (form: SignUpForm, agreed: AgreedTerms) => void;
}

/** The sign-up form (front-desk section 2, "Signup form"): what is known at the left, what is missing and what it costs at the right. */
export function SignUpPanel({ draft, onChange, onClear, onSignUp }: SignUpPanelProps) {
  const panel = useSignUpPanel({ draft, onChange, onSignUp });
  const { access, offer, plan, codes, navigation, dialog } = panel;
  const onZip = useZipLookup(access, offer.location?.metadata.state ?? '');
  const quiet = dialog !== undefined;
  const capture = (): void => panel.open({ mode: 'capturing' });
  const askToClear = (): void => panel.open({ mode: 'clear' });
  useHotkey(quiet ? null : 'F2', panel.signUp);
  useHotkey(quiet ? null : 'F4', askToClear);
  useHotkey(quiet ? null : 'F6', capture);

  return (
    <div className={styles.screen} onKeyDownCapture={navigation.onKeyDownCapture}>
      <header className={styles.header}>
        <h1 className={styles.title}>Sign up</h1>
        <Button size="large" aria-keyshortcuts="F4" onClick={askToClear}>
          Clear
          <KeyHint>F4</KeyHint>
        </Button>
      </header>
      {panel.scanWarning && <Alert className={styles.header} role="alert" type="warning" showIcon title={panel.scanWarning} />}
      <div className={styles.sections}>
        <div className={styles.column}>
          <CustomerSection access={access} codes={codes} quiet={quiet} />
          <ContactSection access={access} onZip={onZip} />
        </div>
        <div className={styles.column}>
          <VehicleSection access={access} />
          <PlanSection access={access} offer={offer} quiet={quiet} onChoose={codes.choosePlan} />
          <PromoSection access={access} plan={plan} />
        </div>
      </div>
      <aside className={styles.side} aria-label="Before you sign up">
        <DueTodayCard due={panel.due} />
        <CardSection card={access.form.card} onCapture={capture} />
        <Button
          type="primary"
          size="large"
          block
          className={styles.signUp}
          disabled={!panel.isReady}
          aria-keyshortcuts="F2"
          onClick={panel.signUp}
        >
          Sign Up
          <KeyHint>F2</KeyHint>
        </Button>
        <RequiredFields requirements={panel.requirements} onGoTo={navigation.goTo} />
      </aside>
      <FormDialogs
        dialog={dialog}
        customer={access.form.customer}
        onClear={onClear}
        onCaptured={(card) => {
          access.change({ card });
          panel.close();
        }}
        onClose={panel.close}
      />
    </div>
  );
}
