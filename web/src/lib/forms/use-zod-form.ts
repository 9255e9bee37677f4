import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef } from 'react';
import {
  useForm,
  useWatch,
  type Control,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { serverProblems } from './problems.ts';

/** A react-hook-form whose rules are a zod schema. */
export interface ZodForm<In extends FieldValues, Out> extends UseFormReturn<In, unknown, Out> {
  /** Sets several values and validates again the fields whose problems may be visible. */
  change: (values: Partial<In>) => void;
  /** For the form's `onSubmit`, a button or a key. Ignored while a submit is running. */
  submit: (event?: { preventDefault: () => void }) => void;
}

interface Options<In extends FieldValues, Out> {
  /** The rules of every field with their messages; its output is what is submitted. */
  schema: z.ZodType<Out, In>;
  initial: In;
  /** When a problem becomes visible: on the first submit, or also when the field loses focus. */
  showProblems?: 'onSubmit' | 'onTouched';
  /** Receives all values after each change, for a form that survives a reload. */
  onChange?: (values: In) => void;
  onSubmit: (output: Out) => unknown;
  /** Receives the problems that block a submit. Without it the first field with a problem gets the focus. */
  onInvalid?: (problems: FieldErrors<In>) => void;
  /** Why the API rejected the last submit; its problems are shown at their fields, and the first of them gets the focus. */
  failure?: unknown;
  /** The form's field for a field of the request, such as `address.city`, if the names differ. */
  fieldNames?: Readonly<Record<string, FieldPath<In>>>;
}

/** The only way to build a form; see docs/decisions/0021-forms.md. */
export function useZodForm<In extends FieldValues, Out>(options: Options<In, Out>): ZodForm<In, Out> {
  const { schema, initial, showProblems = 'onSubmit', onChange, onSubmit, onInvalid, failure, fieldNames = {} } = options;
  const form = useForm<In, unknown, Out>({
    resolver: zodResolver(schema),
    defaultValues: initial as DefaultValues<In>,
    mode: showProblems,
    reValidateMode: 'onChange',
    shouldFocusError: onInvalid === undefined,
  });
  const { subscribe, setError } = form;
  const { isSubmitted } = form.formState;

  const changed = useEffectEvent((values: In) => onChange?.(values));
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => changed(values) }), [subscribe]);

  const refused = useEffectEvent((error: unknown) => {
    const messages = new Map(serverProblems(error).map(({ field, message }) => [fieldNames[field] ?? field, message]));
    const shown = (Object.keys(initial) as FieldPath<In>[]).filter((name) => messages.has(name));
    for (const name of shown) setError(name, { type: 'server', message: messages.get(name)! }, { shouldFocus: name === shown[0] });
  });
  useEffect(() => refused(failure), [failure]);

  const submitting = useRef(false);
  const submit: ZodForm<In, Out>['submit'] = (event) => {
    event?.preventDefault();
    if (submitting.current) return;
    submitting.current = true;
    const submitted = form.handleSubmit((output) => onSubmit(output), onInvalid)();
    void submitted.finally(() => (submitting.current = false));
  };

  const change: ZodForm<In, Out>['change'] = (values) => {
    form.setValues(values);
    const shown = (Object.keys(values) as FieldPath<In>[]).filter((name) => {
      const { isTouched, invalid } = form.getFieldState(name);
      return invalid || isSubmitted || (isTouched && showProblems === 'onTouched');
    });
    if (shown.length > 0) void form.trigger(shown);
  };
  return { ...form, change, submit };
}

/** Returns all values of a form and re-renders after each change. */
export function useValues<In extends FieldValues, Out>(control: Control<In, unknown, Out>): In {
  // The library allows fields without an initial value; all of ours have one.
  return useWatch({ control }) as In;
}
