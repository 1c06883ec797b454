import { forgotPassword, login, logout, me, openSession, register, resetPassword } from './auth.ts';
import {
  cancelEmailChange,
  changeEmail,
  changePassword,
  confirmEmail,
  endOtherSessions,
  endSession,
  getAccount,
  listSessions,
  setNotifications,
} from './account.ts';
import { instagramDisconnect, instagramUrl, searchPlaces } from './instagram.ts';
import { planLimits } from './plans.ts';
import {
  confirmAccount,
  deletePost,
  forcePublish,
  saveDraft,
  scheduleDraft,
  schedulePost,
  updatePost,
} from './post-changes.ts';
import { getPost, listMediaTypes, listPosts, postStats, schedulerStatus } from './posts.ts';

/** Every endpoint by name. */
export const api = {
  register,
  login,
  logout,
  openSession,
  me,
  forgotPassword,
  resetPassword,
  getAccount,
  setNotifications,
  listSessions,
  endSession,
  endOtherSessions,
  changePassword,
  changeEmail,
  cancelEmailChange,
  confirmEmail,
  instagramUrl,
  instagramDisconnect,
  searchPlaces,
  planLimits,
  listMediaTypes,
  schedulePost,
  saveDraft,
  scheduleDraft,
  updatePost,
  listPosts,
  getPost,
  deletePost,
  postStats,
  forcePublish,
  confirmAccount,
  schedulerStatus,
} as const;
