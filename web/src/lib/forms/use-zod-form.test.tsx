import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { useZodForm } from './use-zod-form.ts';

const schema = z.object({ email: z.string().trim().min(3, 'Too short'), note: z.string() });
const initial = { email: '', note: '' };

afterEach(cleanup);

function begin(more: Partial<Parameters<typeof useZodForm<typeof initial, typeof initial>>[0]> = {}) {
  const onSubmit = vi.fn();
  const { result, rerender } = renderHook(
    ({ failure }: { failure?: unknown }) => {
      const form = useZodForm({ schema, initial, onSubmit, failure, ...more });
      return { form, errors: form.formState.errors };
    },
    { initialProps: {} },
  );
  return { result, rerender, onSubmit, change: (values: Partial<typeof initial>) => act(async () => result.current.form.change(values)) };
}

it('submits what the schema makes of the values', async () => {
  const { result, change, onSubmit } = begin();
  await change({ email: ' ann ' });
  await act(async () => result.current.form.submit());
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ email: 'ann', note: '' });
});

it('holds a submit back with the problems, which follow what is changed from then on', async () => {
  const onInvalid = vi.fn();
  const { result, change, onSubmit } = begin({ onInvalid });
  await change({ email: 'a' });
  expect(result.current.errors).toEqual({});
  await act(async () => result.current.form.submit());
  expect(result.current.errors.email?.message).toBe('Too short');
  expect(onInvalid).toHaveBeenCalledOnce();
  await change({ email: 'ann' });
  expect(result.current.errors).toEqual({});
  expect(onSubmit).not.toHaveBeenCalled();
});

it('hears a second submit only when the first is over', async () => {
  let end: () => void = () => undefined;
  const onSubmit = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  const { result, change } = begin({ onSubmit });
  await change({ email: 'ann' });
  await act(async () => {
    result.current.form.submit();
    result.current.form.submit();
  });
  expect(onSubmit).toHaveBeenCalledTimes(1);
  await act(async () => end());
  await act(async () => result.current.form.submit());
  expect(onSubmit).toHaveBeenCalledTimes(2);
});

it('passes all values to its listener after each change', async () => {
  const onChange = vi.fn();
  const { change } = begin({ onChange });
  await change({ note: 'n' });
  expect(onChange).toHaveBeenLastCalledWith({ email: '', note: 'n' });
});

it('shows what the API refused at the field that it names, until the field is changed', async () => {
  const { result, rerender, change } = begin({ fieldNames: { Email: 'email' } });
  const problems = [
    { path: 'body.Email', message: 'is taken' },
    { path: 'body.other', message: 'is no field here' },
  ];
  await act(async () => rerender({ failure: { status: 400, code: 'invalid_request', message: '', requestId: '', problems } }));
  expect(result.current.errors.email?.message).toBe('is taken');
  expect(Object.keys(result.current.errors)).toEqual(['email']);
  await change({ email: 'bea' });
  expect(result.current.errors).toEqual({});
});
