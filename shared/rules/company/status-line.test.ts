import { describe, expect, it } from 'vitest';
import { cloudStatus, siteStatus, statusLine, type SiteStatus } from './status-line.ts';

const cloud = { cards: true, sites: true, mail: true };
const joliet: SiteStatus = {
  name: 'Joliet',
  online: true,
  sitewatch: true,
  gates: { all: 2, working: 2 },
  printers: { all: 1, working: 1 },
  unreadLanes: [],
};

describe('the status line', () => {
  it('says that everything works', () => {
    expect(statusLine(cloud, joliet)).toEqual({ works: true, sentences: ['Everything works.'] });
    expect(statusLine(cloud, { ...joliet, online: null, sitewatch: false })).toEqual({ works: true, sentences: ['Everything works.'] });
  });

  it('says what works, what doesn’t, and what follows', () => {
    expect(statusLine(cloud, { ...joliet, sitewatch: false })).toEqual({
      works: false,
      sentences: ['Cards work.', 'Sitewatch at Joliet doesn’t work: sign-ups will be completed later.'],
    });
    expect(statusLine({ ...cloud, cards: false, mail: false }, joliet).sentences).toEqual([
      'Cards don’t work: sign-ups and payments have to wait.',
      'Emails are delayed.',
    ]);
  });

  it('counts gates and printers', () => {
    expect(siteStatus({ ...joliet, gates: { all: 2, working: 1 }, printers: { all: 1, working: 0 } }).sentences).toEqual([
      '1 of 2 gates at Joliet can’t be opened from Washdesk.',
      'The printer at Joliet doesn’t work: send receipts by email or text.',
    ]);
    expect(siteStatus({ ...joliet, printers: { all: 3, working: 1 } }).sentences).toEqual([
      '2 of 3 printers at Joliet don’t work: send receipts by email or text.',
    ]);
  });

  it('names the lanes whose tag reader fails', () => {
    expect(statusLine(cloud, { ...joliet, unreadLanes: [2] })).toEqual({
      works: false,
      sentences: ['Cards work.', 'The tag reader of lane 2 at Joliet doesn’t read: enter tags or plates by hand.'],
    });
    expect(siteStatus({ ...joliet, unreadLanes: [1, 2, 3, null] }).sentences).toEqual([
      'The tag readers of lanes 1, 2, and 3 at Joliet don’t read: enter tags or plates by hand.',
      'A tag reader at Joliet doesn’t read: enter tags or plates by hand.',
    ]);
    expect(siteStatus({ ...joliet, unreadLanes: [null, null] }).sentences).toEqual([
      '2 tag readers at Joliet don’t read: enter tags or plates by hand.',
    ]);
  });

  it('says nothing of the parts of a site that is offline or unreachable', () => {
    const broken = { ...joliet, online: false, sitewatch: false, gates: { all: 2, working: 0 }, unreadLanes: [1] };
    expect(siteStatus(broken).sentences).toEqual([
      'Joliet is offline: gates don’t open from Washdesk, receipts aren’t printed, and sign-ups will be completed later.',
    ]);
    expect(statusLine({ ...cloud, sites: false }, broken).sentences).toEqual([
      'Cards work.',
      'The connection to the sites doesn’t work: gates, receipts and Sitewatch wait.',
    ]);
    expect(cloudStatus({ ...cloud, sites: false }).works).toBe(false);
  });
});
