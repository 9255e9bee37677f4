import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CardHandles, isHandle } from './card-handles.ts';

const newKey = () => generateKeyPairSync('ed25519').privateKey;
const key = newKey();
const handles = new CardHandles(key);
const ids = fc.stringMatching(/^pm_[A-Za-z0-9_]{1,60}$/);

describe('a handle of a card', () => {
  it('is the same for the same card, leads back to it, and shows nothing of its id', () => {
    fc.assert(
      fc.property(ids, (id) => {
        const handle = handles.handleOf(id);
        expect(handle).toMatch(/^card-[A-Za-z0-9_-]{22,160}$/);
        expect(handle).toBe(new CardHandles(key).handleOf(id));
        expect(handles.paymentMethodOf(handle)).toBe(id);
        expect(isHandle(id)).toBe(false);
      }),
    );
    expect(handles.handleOf('pm_1NXWPnB6a')).not.toContain('1NXWPnB6a');
  });

  it('is written in one way', () => {
    fc.assert(
      fc.property(ids, fc.stringMatching(/^[A-Za-z0-9_-]$/), (id, last) => {
        const handle = handles.handleOf(id);
        const other = handle.slice(0, -1) + last;
        expect(handles.paymentMethodOf(other)).toBe(other === handle ? id : null);
      }),
    );
  });

  it('cannot be made up, bent or taken from another installation', () => {
    fc.assert(
      fc.property(ids, fc.nat(), fc.integer({ min: 1, max: 255 }), (id, place, change) => {
        const sealed = Buffer.from(handles.handleOf(id).slice(5), 'base64url');
        sealed[place % sealed.length]! ^= change;
        expect(handles.paymentMethodOf(`card-${sealed.toString('base64url')}`)).toBeNull();
      }),
    );
    expect(handles.paymentMethodOf(new CardHandles(newKey()).handleOf('pm_1'))).toBeNull();
    for (const text of ['', 'card-', 'card-AAAA', `card-${'A'.repeat(60)}`, 'pm_1']) expect(handles.paymentMethodOf(text)).toBeNull();
  });
});
