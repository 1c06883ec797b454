import type { ErrorRow } from './error-row.ts';

const SECURITY_TEXT =
  'The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.';
const RATE_HELP =
  'Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.';

export const GENERAL_ERRORS: Record<string, ErrorRow> = {
  '1': { http: 500, message: 'An unknown error occurred' },
  '1/client-secret': { message: 'Error validating client secret.' },
  '2': {
    http: 500,
    message: 'An unexpected error has occurred. Please retry your request later.',
    transient: true,
  },
  '3': { message: '(#3) Application does not have the capability to make this API call.' },
  '4': { http: 403, message: '(#4) Application request limit reached', transient: true },
  '10': { message: '(#10) Application does not have permission for this action' },
  '10/business': { message: '(#10) The user is not an Instagram Business' },
  '10/feature': {
    message:
      "(#10) This endpoint requires the 'pages_read_engagement' permission or the 'Page Public Content Access' feature.",
  },
  '10/insights': { message: '(#10) Not enough viewers for the media to show insights' },
  '10/scope': { message: '(#10) Requires {scope} permission to manage the object' },
  '17': { message: '(#17) User request limit reached', transient: true },
  '32': { message: '(#32) Page request limit reached', transient: true },
  '100': { message: '(#100) {detail}' },
  '100/33': {
    type: 'GraphMethodException',
    message:
      "Unsupported {method} request. Object with ID '{id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api",
  },
  '100/proof': {
    type: 'GraphMethodException',
    message: 'Invalid appsecret_proof provided in the API argument',
  },
  '100/no-proof': {
    type: 'GraphMethodException',
    message: 'API calls from the server require an appsecret_proof argument',
  },
  '100/unsupported': { message: 'Unsupported request - method type: {method}' },
  '100/36007': { message: 'This authorization code has expired.' },
  '100/36008': {
    message:
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
  },
  '100/36009': { message: 'This authorization code has been used.' },
  '101': { message: 'Error validating application. Invalid application ID.' },
  '101/platform-app': { message: 'Invalid platform app' },
  '102': { message: 'Session key invalid or no longer valid' },
  '104': { message: 'An access token is required to request this resource.' },
  '190': { message: 'Invalid OAuth access token - Cannot parse access token' },
  '190/10': {
    message:
      "Any of the pages_read_engagement, pages_manage_metadata, pages_read_user_content, pages_manage_ads, pages_show_list or pages_messaging permission(s) must be granted before impersonating a user's page.",
  },
  '190/458': {
    message: 'Error validating access token: The user has not authorized application {app-id}.',
  },
  '190/459': {
    message:
      'Error validating access token: The session is invalid because the user has been checkpointed.',
  },
  '190/460': { message: `Error validating access token: ${SECURITY_TEXT}` },
  '190/463': {
    message:
      'Error validating access token: Session has expired on {date}. The current time is {now}.',
  },
  '190/464': {
    message:
      'Error validating access token: Sessions for the user are not allowed because the user is not a confirmed user.',
  },
  '190/467': {
    message: 'Error validating access token: The session is invalid because the user logged out.',
  },
  '190/492': {
    message:
      'The user must be an administrator, editor, or moderator of the page in order to impersonate it. If the page business requires Two Factor Authentication, the user also needs to enable Two Factor Authentication.',
  },
  '200/app': { message: '(#200) Cannot call API for app {app-id} on behalf of user {user-id}' },
  '200': { http: 403, message: '(#200) Requires {scope} permission to manage the object' },
  '341': { message: 'Application limit reached', transient: true },
  '368': { message: 'The action attempted has been deemed abusive or is otherwise disallowed' },
  '368/1404006': { message: 'A security check is required to proceed.' },
  '368/1404078': {
    message:
      "You're restricted from acting as your Page until you complete Page Publishing Authorization.",
  },
  '506': { message: 'Duplicate status message' },
  '613': { message: '(#613) Calls to this api have exceeded the rate limit.', transient: true },
  '2500': { message: 'Unknown path components: {path}' },
  '80001': {
    message: `(#80001) There have been too many calls to this Page account. ${RATE_HELP}`,
  },
  '80002': {
    message: `(#80002) There have been too many calls to this Instagram account. ${RATE_HELP}`,
  },
};
