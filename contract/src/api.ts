import { advancedAnalytics, basicAnalytics, exportAnalytics } from './analytics.ts';
import { forgotPassword, login, logout, me, openSession, register, resetPassword } from './auth.ts';
import {
  cancelEmailChange,
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  endSession,
  endSessions,
  exportData,
  getAccount,
  listSessions,
  setNotifications,
} from './account.ts';
import {
  cancelSubscription,
  listPlans,
  openPortal,
  planLimits,
  refreshSubscription,
  refundSubscription,
  startCheckout,
  subscriptionStatus,
} from './billing.ts';
import { getDeletion } from './deletions.ts';
import { instagramDisconnect, instagramUrl, searchPlaces } from './instagram.ts';
import {
  confirmAccount,
  deletePost,
  forcePublish,
  saveDraft,
  scheduleDraft,
  schedulePost,
  updatePost,
} from './post-changes.ts';
import { getPush, removePush, savePush, setPushKinds } from './push.ts';
import { monthlyReport, monthlyReportPdf } from './reports.ts';
import { getPost, listMediaTypes, listPosts, postStats, schedulerStatus } from './posts.ts';
import { publicStatus } from './status.ts';
import { myMessages, sendMessage, supportStats } from './support.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';

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
  endSessions,
  changePassword,
  changeEmail,
  cancelEmailChange,
  confirmEmail,
  deleteAccount,
  exportData,
  getPush,
  savePush,
  setPushKinds,
  removePush,
  listTokens,
  createToken,
  revokeToken,
  instagramUrl,
  instagramDisconnect,
  searchPlaces,
  getDeletion,
  planLimits,
  listPlans,
  subscriptionStatus,
  refreshSubscription,
  startCheckout,
  openPortal,
  cancelSubscription,
  refundSubscription,
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
  basicAnalytics,
  advancedAnalytics,
  exportAnalytics,
  monthlyReport,
  monthlyReportPdf,
  sendMessage,
  myMessages,
  supportStats,
  publicStatus,
} as const;
