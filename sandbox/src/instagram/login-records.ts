/** What a person last allowed the app in the dialog. Facebook keeps it until the next login. */
export type Grant = {
  /** The person's id. */
  id: string;
  /** The granted pages; null is all of them. */
  pages: string[] | null;
  /** The permissions that the person declined: not asked again without `auth_type=rerequest`. */
  declined: string[];
  /** The accounts for which `instagram_content_publish` was not granted. */
  unpublishableAccounts: string[];
};

/** What a login gives to the redirect: good once, for one hour, for one redirect_uri. */
export type AuthorizationCode = {
  id: string;
  userId: string;
  redirectUri: string;
  scopes: string[];
  createdAt: number;
  used: boolean;
};

/** A token of a person, or of one of that person's pages. Its id is the token itself. */
export type Token = {
  id: string;
  type: 'USER' | 'PAGE';
  userId: string;
  pageId: string | null;
  /** The user token a page token came from. */
  parent: string | null;
  scopes: string[];
  issuedAt: number;
  /** Null means no expiry date, as page tokens of a long-lived user token have. */
  expiresAt: number | null;
  dataAccessExpiresAt: number;
  /** The subcode this token is refused with since it was revoked. */
  errorSubcode: string | null;
};
