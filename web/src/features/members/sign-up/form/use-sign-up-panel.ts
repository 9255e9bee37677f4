import { useEffect, useEffectEvent, useState } from 'react';
import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { choicesFor } from '../../../../domain/start-choices/start-choices.ts';
import { useValues, useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import type { SignUpForm } from '../sign-up-form.ts';
import { completedPlate } from './codes/code-rules.ts';
import { useCodes, type Codes } from './codes/use-codes.ts';
import { useFormScanner } from './codes/use-form-scanner.ts';
import { firstIn, type FieldName } from './fields/field-order.ts';
import { useFieldNavigation, type FieldNavigation } from './fields/use-field-navigation.ts';
import type { FormDialog } from './form-dialogs.tsx';
import { useDueToday, type DueToday } from './plan/use-due-today.ts';
import { useSiteOffer, type SiteOffer } from './plan/use-site-offer.ts';
import { checklist, type Requirement } from './state/checklist.ts';
import type { SignUpDraft } from './state/draft.ts';
import type { FormControl } from './state/form-control.ts';
import { signUpRules } from './state/form-rules.ts';

/** What the customer agreed to when Sign Up was pressed. */
export interface AgreedTerms {
  plan: Plan;
  /** The second from which the preview is computed. */
  from: number;
  /** Cents. */
  dueToday: number;
}

export interface SignUpPanelState {
  form: FormControl;
  values: SignUpForm;
  offer: SiteOffer;
  plan: Plan | null;
  codes: Codes;
  navigation: FieldNavigation;
  due: DueToday;
  requirements: Requirement[];
  /** Whether nothing is missing and the amount due matches the current form. */
  isReady: boolean;
  /** Whether Sign Up was pressed before the amount due arrived. */
  isHeld: boolean;
  scanWarning: string | null;
  dialog: FormDialog | undefined;
  open: (dialog: FormDialog) => void;
  close: () => void;
  signUp: () => void;
}

interface Options {
  draft: SignUpDraft;
  onChange: (form: SignUpForm) => void;
  onSignUp: (form: SignUpForm, agreed: AgreedTerms) => void;
}

/** Returns the form's state and actions. */
export function useSignUpPanel({ draft, onChange, onSignUp }: Options): SignUpPanelState {
  const [dialogs, setDialogs] = useState<readonly FormDialog[]>([]);
  const open = (dialog: FormDialog): void => setDialogs((before) => [...before, dialog]);

  const agree = (entered: SignUpForm): void => {
    if (!plan || !due.preview || !due.isCurrent) return;
    onSignUp({ ...entered, ...choicesFor(entered, plan) }, { plan, from: due.preview.from, dueToday: due.preview.due_today });
  };
  const zodForm = useZodForm({
    schema: signUpRules,
    initial: draft.form,
    showProblems: 'onTouched',
    onChange,
    onSubmit: agree,
    onInvalid: (problems) => navigation.goTo(firstIn(problems) ?? 'plate'),
  });
  const values = useValues(zodForm.control);
  const navigation = useFieldNavigation(values);
  const form: FormControl = { ...zodForm, goOnFrom: navigation.goOnFrom };

  const offer = useSiteOffer(values.site);
  const plan = offer.plans?.find(({ PlanId }) => PlanId === values.plan) ?? null;
  const defaultState = offer.location?.metadata.defaultplatestate ?? '';
  const codes = useCodes({ ...form, plan, defaultState, open });
  const due = useDueToday(values, draft.storedPlate, plan);
  const scanWarning = useFormScanner(form, codes, navigation.goTo);
  const requirements = checklist({ ...values, plan: plan?.PlanId ?? null });
  const missing = requirements.find(({ done }) => !done);
  const held = useHeldPress({ form, values, due, isCovered: dialogs.length > 0 });
  useStart(values, codes, () => missing && navigation.goTo(missing.field));

  const close = (): void => {
    setDialogs((before) => before.slice(1));
    navigation.goTo(fieldBehind(dialogs[0]) ?? missing?.field ?? 'card');
  };
  const signUp = (): void => {
    // An invalid email address is reported at its field by the submit validation.
    const isOnlyWrong = missing?.field === 'email' && values.email.trim() !== '';
    if (missing && !isOnlyWrong) return navigation.goTo(missing.field);
    // Sign Up may be pressed by its shortcut while the code's field still has the focus.
    const codesNow = { plate: completedPlate(values.plate, plan, defaultState), tag: readCode(values.tag) };
    form.change(codesNow);
    if (!missing && !due.isCurrent && !due.failure) held.hold({ ...values, ...codesNow });
    else form.submit();
  };

  return {
    form,
    values,
    offer,
    plan,
    codes,
    navigation,
    due,
    requirements,
    isReady: !missing && due.isCurrent,
    isHeld: held.isHeld,
    scanWarning,
    dialog: dialogs[0],
    open,
    close,
    signUp,
  };
}

interface HeldPressOptions {
  form: FormControl;
  values: SignUpForm;
  due: DueToday;
  isCovered: boolean;
}

/**
 * Holds a press of Sign Up until the amount due arrives, then submits. A change of the form, a dialog or a failed preview cancels it
 * because the press was for another state.
 */
function useHeldPress({ form, values, due, isCovered }: HeldPressOptions): { isHeld: boolean; hold: (entered: SignUpForm) => void } {
  const [pressed, setPressed] = useState<string | null>(null);
  const isMeant = pressed !== null && pressed === JSON.stringify(values) && !isCovered && !due.failure;
  if (pressed !== null && !isMeant) setPressed(null);
  const isDue = isMeant && due.isCurrent;
  const submit = useEffectEvent(() => form.submit());
  useEffect(() => {
    if (isDue) submit();
  }, [isDue]);
  return { isHeld: isMeant && !due.isCurrent, hold: (entered) => setPressed(JSON.stringify(entered)) };
}

/** Returns the field that gets the focus when a dialog closes; null for the next missing one. */
function fieldBehind(dialog: FormDialog | undefined): FieldName | null {
  if (dialog?.mode === 'foundcustomers') return dialog.field;
  return dialog?.mode === 'capturing' ? 'card' : null;
}

/** When the form opens, looks up its code and focuses the first missing field. */
function useStart({ customer, plate, tag }: SignUpForm, codes: Codes, goToMissing: () => void): void {
  const start = useEffectEvent(() => {
    goToMissing();
    if (customer !== null) return;
    if (plate !== '') codes.enter({ field: 'plate', code: plate, before: '' });
    if (tag !== '') codes.enter({ field: 'tag', code: tag, before: '' });
  });
  useEffect(() => start(), []);
}
