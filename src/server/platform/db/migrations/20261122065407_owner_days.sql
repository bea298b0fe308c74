CREATE TABLE "owner_days" (
	"owner_id" bigint NOT NULL,
	"day" date NOT NULL,
	"channel_id" bigint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "owner_days_owner_id_day_channel_id_pk" PRIMARY KEY("owner_id","day","channel_id")
);
--> statement-breakpoint
INSERT INTO "owner_days" ("owner_id", "day", "channel_id", "count")
SELECT "owner_id", "day", "channel_id", sum("count") FROM "usage_days" WHERE "day" < current_date - 2 GROUP BY 1, 2, 3;
