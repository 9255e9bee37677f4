import type { LaneCar } from '@washdesk/contracts/lane/board';
import { admits } from '@washdesk/rules/lane/admission';
import { decidedWithinMs, isPaymentDueAtLane } from '@washdesk/rules/lane/lane-board';

/** What a person can do about a car. */
export interface CarActs {
  letIn: boolean;
  move: boolean;
  collect: boolean;
}

export function actsOf(car: LaneCar, now: Date): CarActs {
  const { id, code, decision, outcome, admission, laneReason, subscription, isWashed } = car;
  const isHere = id !== null && code !== null && now.getTime() - Date.parse(car.began) < decidedWithinMs;
  const isOpen = isHere && decision === null;
  return {
    letIn:
      isOpen &&
      !isWashed &&
      (outcome === 'shown' || outcome === 'not-opened') &&
      laneReason !== 'already-redeemed' &&
      admission !== null &&
      admits(admission),
    move: isOpen,
    collect: subscription !== null && isPaymentDueAtLane(car),
  };
}
