CREATE INDEX CONCURRENTLY "usage_days_by_day" ON "usage_days" USING btree ("day","owner_id");
