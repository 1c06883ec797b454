import { login, logout, me, register } from './auth.ts';
import { instagramDisconnect, instagramUrl } from './instagram.ts';
import { planLimits } from './plans.ts';
import { deletePost, listMediaTypes, listPosts, postStats, schedulePost } from './posts.ts';

/** Every endpoint by name. */
export const api = {
  register,
  login,
  logout,
  me,
  instagramUrl,
  instagramDisconnect,
  planLimits,
  listMediaTypes,
  schedulePost,
  listPosts,
  deletePost,
  postStats,
} as const;
