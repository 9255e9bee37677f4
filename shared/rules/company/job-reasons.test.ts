import { describe, expect, it } from 'vitest';
import { jobCause } from './job-causes.ts';
import { reasonInWords } from './job-reasons.ts';

const what = 'sitewatch.record-usage';
const inWords = (reason: string) => reasonInWords({ what, siteName: 'Joliet', reason });

describe('the reason of a job in words', () => {
  it.each([
    ['connect ECONNREFUSED 10.0.0.9:3050', 'Sitewatch of Joliet can’t be reached: the connection was refused'],
    [
      'connect ECONNREFUSED ::1:3050, connect ECONNREFUSED 127.0.0.1:3050',
      'Sitewatch of Joliet can’t be reached: the connection was refused',
    ],
    ['ETIMEDOUT', 'Sitewatch of Joliet can’t be reached: no response in time'],
    ['TypeError: fetch failed', 'Sitewatch of Joliet can’t be reached: the connection failed'],
    ['connect EHOSTUNREACH 10.0.0.9:80 - Local (10.0.0.2:5322)', 'Sitewatch of Joliet can’t be reached: the network is unreachable'],
    ['Sitewatch is unavailable: getaddrinfo ENOTFOUND sw.local', 'Sitewatch of Joliet is unavailable: the name of the server wasn’t found'],
    [
      'Sitewatch of Gary: Sitewatch is unavailable: its server refuses connections; check its port (connect ECONNREFUSED 10.0.0.9:3050)',
      'Sitewatch of Gary: Sitewatch is unavailable: its server refuses connections; check its port',
    ],
    ['The printer stopped: read ECONNRESET. Check its cable', 'The printer stopped: the connection was lost. Check its cable'],
    ['AB~7 isn’t a valid plate or tag in Sitewatch', 'AB~7 isn’t a valid plate or tag in Sitewatch'],
    ['The mailbox EPIPELINE doesn’t exist (550)', 'The mailbox EPIPELINE doesn’t exist (550)'],
  ])('%s', (reason, words) => {
    expect(inWords(reason)).toBe(words);
    expect(inWords(words)).toBe(words);
  });

  it('names no Sitewatch if the job has another target, and no site if it is unknown', () => {
    const reason = 'fetch failed';
    expect(reasonInWords({ what: 'message.send', siteName: 'Joliet', reason })).toBe('Can’t connect: the connection failed');
    expect(reasonInWords({ what, siteName: null, reason })).toBe('Sitewatch can’t be reached: the connection failed');
  });

  it.each(['connect ECONNREFUSED 10.0.0.9:3050', 'Sitewatch is unavailable: read ECONNRESET'])(
    '%s has the same cause in words',
    (reason) => {
      expect([jobCause({ what, reason }), jobCause({ what, reason: inWords(reason) })]).toEqual(
        Array.from({ length: 2 }, () => 'sitewatch-unavailable'),
      );
    },
  );
});
