/**
 * As an abort's reason: the person gives the upload up, so the service may forget what it has of it. Any other abort
 * keeps that for later. It stands here because who stops an upload and who sends it are in different rooms.
 */
export class UploadCancelled extends Error {
  constructor() {
    super('the upload was cancelled');
    this.name = 'UploadCancelled';
  }
}
