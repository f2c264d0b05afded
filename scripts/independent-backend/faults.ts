import type { Fault } from './faults/fault.ts';
import { getBriefCrash } from './faults/getBrief/getBriefCrash.ts';
import { getBriefHttp } from './faults/getBrief/getBriefHttp.ts';
import { getBriefLaxer } from './faults/getBrief/getBriefLaxer.ts';
import { getBriefResponse } from './faults/getBrief/getBriefResponse.ts';
import { getBriefStricter } from './faults/getBrief/getBriefStricter.ts';
import { getBriefUnstable } from './faults/getBrief/getBriefUnstable.ts';
import { getCurrentUserCrash } from './faults/getCurrentUser/getCurrentUserCrash.ts';
import { getCurrentUserHttp } from './faults/getCurrentUser/getCurrentUserHttp.ts';
import { getCurrentUserLaxer } from './faults/getCurrentUser/getCurrentUserLaxer.ts';
import { getCurrentUserResponse } from './faults/getCurrentUser/getCurrentUserResponse.ts';
import { getCurrentUserSession } from './faults/getCurrentUser/getCurrentUserSession.ts';
import { getCurrentUserUnstable } from './faults/getCurrentUser/getCurrentUserUnstable.ts';
import { signInCrash } from './faults/signIn/signInCrash.ts';
import { signInHttp } from './faults/signIn/signInHttp.ts';
import { signInLaxer } from './faults/signIn/signInLaxer.ts';
import { signInResponse } from './faults/signIn/signInResponse.ts';
import { signInSession } from './faults/signIn/signInSession.ts';
import { signInStricter } from './faults/signIn/signInStricter.ts';
import { signInUnstable } from './faults/signIn/signInUnstable.ts';
import { signOutCrash } from './faults/signOut/signOutCrash.ts';
import { signOutHttp } from './faults/signOut/signOutHttp.ts';
import { signOutResponse } from './faults/signOut/signOutResponse.ts';
import { signOutSession } from './faults/signOut/signOutSession.ts';
import { signOutStricter } from './faults/signOut/signOutStricter.ts';
import { signOutUnstable } from './faults/signOut/signOutUnstable.ts';
import { submitFeedbackCrash } from './faults/submitFeedback/submitFeedbackCrash.ts';
import { submitFeedbackHttp } from './faults/submitFeedback/submitFeedbackHttp.ts';
import { submitFeedbackLaxer } from './faults/submitFeedback/submitFeedbackLaxer.ts';
import { submitFeedbackResponse } from './faults/submitFeedback/submitFeedbackResponse.ts';
import { submitFeedbackSession } from './faults/submitFeedback/submitFeedbackSession.ts';
import { submitFeedbackStricter } from './faults/submitFeedback/submitFeedbackStricter.ts';
import { submitFeedbackUnstable } from './faults/submitFeedback/submitFeedbackUnstable.ts';

export const faults: readonly Fault[] = [
  ...getBriefResponse,
  ...getBriefStricter,
  ...getBriefLaxer,
  ...getBriefCrash,
  ...getBriefHttp,
  ...getBriefUnstable,
  ...submitFeedbackResponse,
  ...submitFeedbackHttp,
  ...submitFeedbackSession,
  ...submitFeedbackUnstable,
  ...submitFeedbackStricter,
  ...submitFeedbackLaxer,
  ...submitFeedbackCrash,
  ...signInResponse,
  ...signInStricter,
  ...signInLaxer,
  ...signInCrash,
  ...signInSession,
  ...signInUnstable,
  ...signInHttp,
  ...signOutResponse,
  ...signOutStricter,
  ...signOutCrash,
  ...signOutSession,
  ...signOutHttp,
  ...signOutUnstable,
  ...getCurrentUserResponse,
  ...getCurrentUserCrash,
  ...getCurrentUserLaxer,
  ...getCurrentUserSession,
  ...getCurrentUserHttp,
  ...getCurrentUserUnstable,
];
