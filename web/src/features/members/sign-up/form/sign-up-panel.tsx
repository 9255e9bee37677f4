import { Alert, Button } from 'antd';
import { KeyHint } from '../../../../components/key-hint.tsx';
import { useHotkey } from '../../../../lib/hotkeys/use-hotkey.ts';
import type { SignUpForm } from '../sign-up-form.ts';
import { CustomerSection } from './codes/customer-section.tsx';
import { ContactSection } from './contact/contact-section.tsx';
import { FormDialogs } from './form-dialogs.tsx';
import { CardSection } from './plan/card-section.tsx';
import { DueTodayCard } from './plan/due-today-card.tsx';
import { PlanSection } from './plan/plan-section.tsx';
import { PromoSection } from './plan/promo-section.tsx';
import { RequiredFields } from './required-fields.tsx';
import styles from './sign-up-panel.module.css';
import { customerOf, type SignUpDraft } from './state/draft.ts';
import { useSignUpPanel, type AgreedTerms } from './use-sign-up-panel.ts';
import { VehicleSection } from './vehicle/vehicle-section.tsx';

interface SignUpPanelProps {
  draft: SignUpDraft;
  onChange: (form: SignUpForm) => void;
  /** Begins the form again as the screen was opened. */
  onClear: () => void;
  onSignUp: (form: SignUpForm, agreed: AgreedTerms) => void;
}

/** The sign-up form: the fields at the left, the amount due and the checklist at the right; see docs/rules/billing.md#sign-up-form. */
export function SignUpPanel({ draft, onChange, onClear, onSignUp }: SignUpPanelProps) {
  const panel = useSignUpPanel({ draft, onChange, onSignUp });
  const { form, values, offer, plan, codes, navigation, dialog } = panel;
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
          <CustomerSection form={form} codes={codes} quiet={quiet} />
          <ContactSection form={form} locationState={offer.location?.metadata.state ?? ''} />
        </div>
        <div className={styles.column}>
          <VehicleSection form={form} />
          <PlanSection form={form} offer={offer} quiet={quiet} onChoose={codes.choosePlan} />
          <PromoSection form={form} plan={plan} />
        </div>
      </div>
      <section className={styles.side} aria-label="Before you sign up">
        <DueTodayCard due={panel.due} />
        <CardSection card={values.card} customer={customerOf(draft)} onChoose={(card) => form.change({ card })} onCapture={capture} />
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
        {/* there from the start, so that its words are read out */}
        <div role="status" aria-label="Sign Up">
          {panel.isHeld && 'Signs up as soon as the amount due is there'}
        </div>
        <RequiredFields requirements={panel.requirements} onGoTo={navigation.goTo} />
      </section>
      <FormDialogs
        dialog={dialog}
        customer={values.customer}
        onClear={onClear}
        onCaptured={(card) => {
          form.change({ card });
          panel.close();
        }}
        onClose={panel.close}
      />
    </div>
  );
}
