import type { ErrorRow } from './error-row.ts';

const createUploadError = (subcode: string): ErrorRow => ({
  title: 'Media upload has failed',
  text: `Media upload has failed with error code ${subcode}`,
});

/**
 * `message` and titles come from public reports where there is one, else they repeat the text for the user.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes
 */
export const PUBLISHING_ERRORS: Record<string, ErrorRow> = {
  '-2/2207003': {
    title: 'Media download timed out',
    text: 'It takes too long to download the media.',
  },
  '-2/2207020': {
    title: 'Media expired',
    text: 'The media you are trying to access has expired. Please try to upload again.',
  },
  '-1/2207001': { message: 'Instagram server error. Try again.', title: 'Server error', text: '' },
  '-1/2207032': {
    title: 'Failed to create media',
    text: 'Create media fail, please try to re-create media',
  },
  '-1/2207053': { title: 'Unknown upload error', text: 'unknown upload error' },
  '-1/2207073': { title: 'Media Type Not Supported', text: 'Media Type Not Supported' },
  // Observed in the status of a container; that a call returns them with this code is assumed.
  '-1/2207076': createUploadError('2207076'),
  '-1/2207077': createUploadError('2207077'),
  '-1/2207081': createUploadError('2207081'),
  '-1/2207082': createUploadError('2207082'),
  '-1/2207085': createUploadError('2207085'),
  '1/2207057': {
    title: 'Invalid thumbnail offset',
    text: 'Thumbnail offset must be greater than or equal to 0 and less than video duration, i.e. {video-length}',
  },
  '4/2207051': {
    http: 403,
    message: 'Application request limit reached',
    title: 'action is blocked',
    text: 'We restrict certain activity to protect our community. Tell us if you think we made a mistake.',
  },
  // The documented version; the observed one is the 403 above.
  '4/2207051/documented': {
    message: 'Application request limit reached',
    title: 'action is blocked',
    text: 'We restrict certain activity to protect our community. Tell us if you think we made a mistake.',
  },
  '9/2207042': {
    message: 'Application request limit reached',
    title: 'Publishing limit reached',
    text: 'You reached maximum number of posts that is allowed to be published by Content Publishing API.',
  },
  '24/2207006': {
    title: 'Media not found',
    text: 'The media with {media-id} cannot be found',
  },
  '24/2207008': {
    title: 'Media builder not found',
    text: 'The media builder with creation id = {creation-id} does not exist or has been expired.',
  },
  '25/2207050': {
    message: 'User access is restricted',
    title: 'User is restricted',
    text: 'The Instagram account is restricted.',
  },
  '100/2207023': {
    title: 'Unknown media type',
    text: 'The media type {media-type} is unknown.',
  },
  '100/2207028': {
    message:
      'Unsupported post type. The post has too little or too many attachments to qualify as a carousel.',
    title: 'Carousel validation failed',
    text: "Your post won't work as a carousel. Carousels need at least 2 photos/videos and no more than 10 photos/videos.",
  },
  '100/2207035': {
    title: 'Invalid product tags',
    text: 'Product tag positions should not be specified for video media.',
  },
  '100/2207036': {
    title: 'Invalid product tags',
    text: 'Product tag positions are required for photo media.',
  },
  '100/2207037': {
    title: 'Invalid product tags',
    text: "We couldn't add all of your product tags. The product ID may be incorrect, the product may be deleted, or you may not have permission to tag the product.",
  },
  '100/2207040': {
    title: 'Too many tags',
    text: 'Cannot use more than {max-tag-count} tags per created media.',
  },
  '100/2207067': {
    title: 'Media type deprecated',
    text: 'The VIDEO value for media_type is deprecated. Use the REELS media type to publish a video to your Instagram feed.',
  },
  '100/2207089': {
    message: 'Invalid parameter',
    title: 'Carousel item cannot be published standalone',
    text: 'Media created with media_type=VIDEO is a carousel item and cannot be published as a standalone post. To publish a standalone video, use media_type=REELS instead.',
  },
  '110/2207018': {
    message: 'Invalid user id',
    title: 'Cannot load user with a private profile or invalid username',
    text: 'The following user(s) cannot be accessed: {users}',
  },
  '352/2207026': {
    title: 'Unsupported video format',
    text: 'The video format is not supported. Please check spec for supported {video} format',
  },
  '9004/2207052': {
    message: 'Only photo or video can be accepted as media type.',
    title: "Media download has failed. The media URI doesn't meet our requirements.",
    text: 'The media could not be fetched from this uri: {uri}',
  },
  '9004/2207052/robots': {
    message: 'Only photo or video can be accepted as media type.',
    title: "Media download has failed. The media URI doesn't meet our requirements.",
    text: 'The media could not be fetched from this uri: {uri}. HTTP error code 403. Restricted by robots.txt',
  },
  '9007/2207027': {
    message: 'Media ID is not available',
    title: 'Media not ready',
    text: 'The media is not ready for publishing, please wait for a moment',
  },
  '36000/2207004': {
    message: 'The image size is too large.',
    title: 'Image size too large',
    text: 'The image is too large to download. It should be less than {size}.',
  },
  '36001/2207005': {
    message: 'The image format is not supported.',
    title: 'Unsupported image format',
    text: 'The image format {current-image-format} is not supported. Supported formats are: {format}.',
  },
  '36003/2207009': {
    message: 'The aspect ratio is not supported.',
    title: 'Unsupported aspect ratio',
    text: 'The submitted image with aspect ratio {submitted-ratio} cannot be published. Please submit an image with a valid aspect ratio.',
  },
  '36004/2207010': {
    message: 'The caption is too long.',
    title: 'Caption too long',
    text: "The submitted image's caption was {submitted-caption-length} characters long. The maximum number of characters permitted for a caption is {maximum-caption-length}. Please submit media with a shorter caption.",
  },
};
