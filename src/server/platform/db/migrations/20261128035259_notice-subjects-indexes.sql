CREATE INDEX CONCURRENTLY "webhook_deliveries_by_age" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "quota_requests_one_state" ON "quota_requests" USING btree ("owner_id","user_id") WHERE "quota_requests"."state" = 'open';
-- Servers that know the table lock the sub-account before it asks, so none adds a second open request.
-- contract: after 0.0.0
