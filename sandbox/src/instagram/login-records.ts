/** The grant of a person in the last dialog. Facebook stores it until the next login. */
export type Grant = {
  id: string;
  /** The granted pages; null means all. */
  pages: string[] | null;
  /** The permissions that the person declined: not offered again without `auth_type=rerequest`. */
  declined: string[];
  /** The accounts for which the person did not grant `instagram_content_publish`. */
  unpublishableAccounts: string[];
};

/** The code in the redirect of a login: valid once, for one hour, for one redirect_uri. */
export type AuthorizationCode = {
  id: string;
  userId: string;
  redirectUri: string;
  scopes: string[];
  createdAt: number;
  used: boolean;
};

export type Token = {
  id: string;
  type: 'USER' | 'PAGE' | 'INSTAGRAM';
  /** A Facebook user; of an `INSTAGRAM` token, the account itself. */
  userId: string;
  pageId: string | null;
  parent: string | null;
  scopes: string[];
  issuedAt: number;
  /** Null means no expiry, as for page tokens of a long-lived user token. */
  expiresAt: number | null;
  dataAccessExpiresAt: number;
  /** The subcode of the refusal since the token became invalid. */
  errorSubcode: string | null;
};
