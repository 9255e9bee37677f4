import type { Plan } from '@washdesk/contracts/billing/subscription';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SignUpForm } from '../sign-up-form.ts';
import { checklist, type Requirement } from './checklist.ts';
import { choicesFor } from './choices.ts';
import type { FormDialog } from './dialogs.ts';
import type { SignUpDraft } from './draft.ts';
import type { FieldName } from './fields.ts';
import type { FormAccess } from './form-access.ts';
import { completedPlate } from './plate-rule.ts';
import { problemsOf } from './problems.ts';
import { completedTag, normalizedForm } from './normalize-form.ts';
import { useCodes, type Codes } from './use-codes.ts';
import { useDueToday, type DueToday } from './use-due-today.ts';
import { useFieldNavigation, type FieldNavigation } from './use-field-navigation.ts';
import { useFormAccess, type ChangeDraft } from './use-form-access.ts';
import { useFormScanner } from './use-form-scanner.ts';
import { useSiteOffer, type SiteOffer } from './use-site-offer.ts';

/** What the customer agreed to with the press of Sign Up. */
export interface AgreedTerms {
  plan: Plan;
  /** The preview's. */
  from: number;
  /** Cents. */
  dueToday: number;
}

export interface SignUpPanelState {
  access: FormAccess;
  offer: SiteOffer;
  plan: Plan | null;
  codes: Codes;
  navigation: FieldNavigation;
  due: DueToday;
  requirements: Requirement[];
  /** Nothing is missing, and the amount due is the form's. */
  isReady: boolean;
  scanWarning: string | null;
  dialog: FormDialog | undefined;
  open: (dialog: FormDialog) => void;
  close: () => void;
  signUp: () => void;
}

interface Options {
  draft: SignUpDraft;
  onChange: ChangeDraft;
  onSignUp: (form: SignUpForm, agreed: AgreedTerms) => void;
}

/** Everything that the form knows and does, for the panel to show. */
export function useSignUpPanel({ draft, onChange, onSignUp }: Options): SignUpPanelState {
  const { form } = draft;
  const [dialogs, setDialogs] = useState<readonly FormDialog[]>([]);
  const open = (dialog: FormDialog): void => setDialogs((before) => [...before, dialog]);
  const offer = useSiteOffer(form.site);
  const plan = offer.plans?.find(({ PlanId }) => PlanId === form.plan) ?? null;
  const defaultState = offer.location?.metadata.defaultplatestate ?? '';
  const navigation = useFieldNavigation(form);
  const access = useFormAccess(form, onChange, navigation.goOnFrom);
  const codes = useCodes({ ...access, plan, defaultState, open });
  const due = useDueToday(draft, plan);
  const scanWarning = useFormScanner(access, codes, navigation.goTo);
  const requirements = checklist({ ...form, plan: plan?.PlanId ?? null });
  const missing = requirements.find(({ done }) => !done);
  useStart(form, codes, () => missing && navigation.goTo(missing.field));

  const close = (): void => {
    setDialogs((before) => before.slice(1));
    navigation.goTo(fieldBehind(dialogs[0]) ?? missing?.field ?? 'card');
  };

  const signUp = (): void => {
    if (missing) return navigation.goTo(missing.field);
    const whole = normalizedForm({ ...form, plate: completedPlate(form.plate, plan, defaultState), tag: completedTag(form.tag) });
    const wrong = access.showProblems(problemsOf(whole));
    if (wrong) return navigation.goTo(wrong);
    if (!plan || !due.preview || !due.isCurrent) return;
    onSignUp({ ...whole, ...choicesFor(whole, plan) }, { plan, from: due.preview.from, dueToday: due.preview.due_today });
  };

  return {
    access,
    offer,
    plan,
    codes,
    navigation,
    due,
    requirements,
    isReady: !missing && due.isCurrent,
    scanWarning,
    dialog: dialogs[0],
    open,
    close,
    signUp,
  };
}

/** Where the focus goes back to when a dialog closes; null for whatever is missing next. */
function fieldBehind(dialog: FormDialog | undefined): FieldName | null {
  if (dialog?.mode === 'foundcustomers') return dialog.field;
  return dialog?.mode === 'capturing' ? 'card' : null;
}

/** The first look: a code that somebody came with is asked for, and the focus goes to what is missing first. */
function useStart({ customer, plate, tag }: SignUpForm, codes: Codes, goToMissing: () => void): void {
  const start = useEffectEvent(() => {
    goToMissing();
    if (customer !== null) return;
    if (plate !== '') codes.take({ field: 'plate', code: plate, before: '' });
    if (tag !== '') codes.take({ field: 'tag', code: tag, before: '' });
  });
  useEffect(() => start(), []);
}
