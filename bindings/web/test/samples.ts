// Answers of the engine with all numbers 0, as the types of the package have to describe them.
// UPDATE_SAMPLES=1 cargo test -p fukumi-web samples writes them.
import type { ThinkResult, Solution, WinningMoves, Defences, GameAnalysis, GameState, Policy, Rows, Explored, OpeningAnswer, OpeningState, OpeningStep, ReadGames, ReadTrees, AddedGames, Puzzles, ListedGames, GamesReport } from "../src/types.js";

export const think = {
  "depth": 0,
  "efforts": [
    {
      "move": {
        "x": 0,
        "y": 0
      },
      "nodes": 0
    }
  ],
  "lines": [
    {
      "depth": 0,
      "moves": [
        {
          "x": 0,
          "y": 0
        }
      ],
      "nodes": 0,
      "outlook": null,
      "plies": 0,
      "score": 0,
      "selectiveDepth": 0,
      "winRate": 0
    }
  ],
  "move": {
    "x": 0,
    "y": 0
  },
  "nodes": 0,
  "source": "search",
  "stopped": false,
  "timeMs": 0
} satisfies ThinkResult;

export const solve = {
  "line": [
    {
      "x": 0,
      "y": 0
    }
  ],
  "moves": 0,
  "nodes": 0,
  "plies": 0,
  "stopped": false,
  "threats": "fours",
  "timeMs": 0,
  "verdict": "win"
} satisfies Solution;

export const winningMoves = {
  "firstMoves": [
    {
      "line": [
        {
          "x": 0,
          "y": 0
        }
      ],
      "move": {
        "x": 0,
        "y": 0
      },
      "moves": 0,
      "plies": 0,
      "threats": "fours",
      "verdict": "win"
    }
  ],
  "stopped": false,
  "threats": "fours",
  "timeMs": 0,
  "verdict": "win"
} satisfies WinningMoves;

export const defences = {
  "replies": [
    {
      "line": [
        {
          "x": 0,
          "y": 0
        }
      ],
      "move": {
        "x": 0,
        "y": 0
      },
      "moves": 0,
      "plies": 0,
      "threats": "fours",
      "verdict": "win"
    },
    {
      "line": [],
      "move": {
        "x": 0,
        "y": 0
      },
      "moves": null,
      "plies": null,
      "threats": "fours",
      "verdict": "no-win"
    }
  ],
  "stopped": false,
  "threat": {
    "line": [
      {
        "x": 0,
        "y": 0
      }
    ],
    "moves": 0,
    "plies": 0,
    "threats": "fours",
    "verdict": "win"
  },
  "timeMs": 0,
  "verdict": "holds"
} satisfies Defences;

export const analyzeGame = {
  "complete": true,
  "defeat": {
    "loser": "white",
    "number": 0
  },
  "ending": {
    "reason": "five",
    "row": [
      {
        "x": 0,
        "y": 0
      }
    ],
    "text": "Black has won",
    "winner": "black"
  },
  "moves": [
    {
      "allowsWin": false,
      "best": {
        "x": 0,
        "y": 0
      },
      "color": "black",
      "isBest": false,
      "logOddsLoss": 0,
      "losesGame": false,
      "loss": 0,
      "mark": null,
      "missedWin": false,
      "move": {
        "x": 0,
        "y": 0
      },
      "number": 0,
      "remarks": [],
      "winRateAfter": 0,
      "winRateBefore": 0
    },
    {
      "allowsWin": false,
      "best": {
        "x": 0,
        "y": 0
      },
      "color": "white",
      "isBest": false,
      "logOddsLoss": 0,
      "losesGame": false,
      "loss": 0,
      "mark": null,
      "missedWin": false,
      "move": {
        "x": 0,
        "y": 0
      },
      "number": 0,
      "remarks": [],
      "winRateAfter": 0,
      "winRateBefore": 0
    },
    {
      "allowsWin": true,
      "best": {
        "x": 0,
        "y": 0
      },
      "color": "white",
      "isBest": false,
      "logOddsLoss": 0,
      "losesGame": false,
      "loss": 0,
      "mark": "blunder",
      "missedWin": false,
      "move": {
        "x": 0,
        "y": 0
      },
      "number": 0,
      "remarks": [
        "allows a win by fours in 2 moves"
      ],
      "winRateAfter": 0,
      "winRateBefore": 0
    },
    {
      "allowsWin": false,
      "best": {
        "x": 0,
        "y": 0
      },
      "color": "black",
      "isBest": false,
      "logOddsLoss": 0,
      "losesGame": false,
      "loss": 0,
      "mark": "blunder",
      "missedWin": true,
      "move": {
        "x": 0,
        "y": 0
      },
      "number": 0,
      "remarks": [
        "misses a win by fours in 2 moves"
      ],
      "winRateAfter": 0,
      "winRateBefore": 0
    },
    {
      "allowsWin": true,
      "best": {
        "x": 0,
        "y": 0
      },
      "color": "white",
      "isBest": false,
      "logOddsLoss": 0,
      "losesGame": true,
      "loss": 0,
      "mark": "blunder",
      "missedWin": false,
      "move": {
        "x": 0,
        "y": 0
      },
      "number": 0,
      "remarks": [
        "allows a win by fours in 2 moves",
        "loses the game: from here on the loss is proven"
      ],
      "winRateAfter": 0,
      "winRateBefore": 0
    },
    {
      "allowsWin": false,
      "best": {
        "x": 0,
        "y": 0
      },
      "color": "black",
      "isBest": true,
      "logOddsLoss": 0,
      "losesGame": false,
      "loss": 0,
      "mark": null,
      "missedWin": false,
      "move": {
        "x": 0,
        "y": 0
      },
      "number": 0,
      "remarks": [],
      "winRateAfter": 0,
      "winRateBefore": 0
    },
    {
      "allowsWin": false,
      "best": {
        "x": 0,
        "y": 0
      },
      "color": "white",
      "isBest": true,
      "logOddsLoss": 0,
      "losesGame": false,
      "loss": 0,
      "mark": null,
      "missedWin": false,
      "move": {
        "x": 0,
        "y": 0
      },
      "number": 0,
      "remarks": [],
      "winRateAfter": 0,
      "winRateBefore": 0
    }
  ],
  "positions": [
    {
      "blackWinRate": 0,
      "lines": [
        {
          "depth": 0,
          "moves": [
            {
              "x": 0,
              "y": 0
            }
          ],
          "plies": null,
          "score": 0,
          "winRate": 0
        }
      ],
      "nodes": 0,
      "plies": null,
      "score": 0,
      "toMove": "black",
      "win": null
    },
    {
      "blackWinRate": 0,
      "lines": [
        {
          "depth": 0,
          "moves": [
            {
              "x": 0,
              "y": 0
            }
          ],
          "plies": null,
          "score": 0,
          "winRate": 0
        }
      ],
      "nodes": 0,
      "plies": null,
      "score": 0,
      "toMove": "white",
      "win": null
    },
    {
      "blackWinRate": 0,
      "lines": [
        {
          "depth": null,
          "moves": [
            {
              "x": 0,
              "y": 0
            }
          ],
          "plies": 0,
          "score": 0,
          "winRate": 0
        }
      ],
      "nodes": 0,
      "plies": 0,
      "score": 0,
      "toMove": "black",
      "win": {
        "line": [
          {
            "x": 0,
            "y": 0
          }
        ],
        "moves": 0,
        "plies": 0,
        "threats": "fours"
      }
    },
    {
      "blackWinRate": 0,
      "lines": [
        {
          "depth": 0,
          "moves": [
            {
              "x": 0,
              "y": 0
            }
          ],
          "plies": 0,
          "score": 0,
          "winRate": 0
        }
      ],
      "nodes": 0,
      "plies": 0,
      "score": 0,
      "toMove": "white",
      "win": null
    },
    {
      "blackWinRate": 0,
      "lines": [],
      "nodes": 0,
      "plies": 0,
      "score": 0,
      "toMove": "white",
      "win": null
    }
  ],
  "rule": "freestyle",
  "stopped": false,
  "summary": {
    "black": {
      "best": 0,
      "blunders": 0,
      "costliest": 0,
      "meanLoss": 0,
      "missedWins": 0,
      "mistakes": 0,
      "moves": 0
    },
    "white": {
      "best": 0,
      "blunders": 0,
      "costliest": 0,
      "meanLoss": 0,
      "missedWins": 0,
      "mistakes": 0,
      "moves": 0
    }
  }
} satisfies GameAnalysis;

export const state = {
  "dead": [],
  "ending": {
    "reason": "five",
    "row": [
      {
        "x": 0,
        "y": 0
      }
    ],
    "text": "Black has won",
    "winner": "black"
  },
  "forbidden": [],
  "height": 0,
  "key": "19ab5ecfee2eb6a1",
  "opening": null,
  "rule": "freestyle",
  "stones": [
    {
      "side": "black",
      "x": 0,
      "y": 0
    },
    {
      "side": "white",
      "x": 0,
      "y": 0
    }
  ],
  "toMove": "white",
  "width": 0
} satisfies GameState;

export const policy = [
  {
    "move": {
      "x": 0,
      "y": 0
    },
    "share": 0
  }
] satisfies Policy;

export const rows = {
  "forbidden": [],
  "rows": [
    {
      "kind": "three",
      "next": [
        {
          "x": 0,
          "y": 0
        }
      ],
      "side": "black",
      "stones": [
        {
          "x": 0,
          "y": 0
        }
      ]
    }
  ]
} satisfies Rows;

export const explore = {
  "allGames": 0,
  "draws": 0,
  "games": 0,
  "losses": 0,
  "moves": [
    {
      "draws": 0,
      "losses": 0,
      "move": {
        "x": 0,
        "y": 0
      },
      "points": 0,
      "same": [],
      "share": 0,
      "visits": 0,
      "wins": 0
    }
  ],
  "visits": 0,
  "wins": 0
} satisfies Explored;

export const decide = {
  "kind": "moves",
  "line": {
    "depth": 0,
    "moves": [
      {
        "x": 0,
        "y": 0
      }
    ],
    "nodes": 0,
    "outlook": null,
    "plies": null,
    "score": 0,
    "selectiveDepth": 0,
    "winRate": 0
  },
  "moves": [
    {
      "x": 0,
      "y": 0
    }
  ]
} satisfies OpeningAnswer;

export const opening = {
  "count": null,
  "holders": {
    "black": "first",
    "white": "second"
  },
  "offers": [],
  "stones": [
    {
      "side": "black",
      "x": 0,
      "y": 0
    }
  ],
  "toMove": "white",
  "turn": {
    "choices": [
      {
        "kind": "swap"
      },
      {
        "kind": "stay"
      }
    ],
    "player": "second"
  }
} satisfies OpeningState;

export const decideStep = {
  "kind": "stones",
  "points": [
    {
      "x": 0,
      "y": 0
    }
  ]
} satisfies OpeningStep;

export const readGames = {
  "games": [
    {
      "error": null,
      "format": "sgf",
      "game": {
        "black": "Ann",
        "date": "2020",
        "dead": [],
        "event": "Cup",
        "height": 0,
        "moves": [
          {
            "side": "black",
            "x": 0,
            "y": 0
          },
          {
            "side": "white",
            "x": 0,
            "y": 0
          }
        ],
        "rule": null,
        "setup": [],
        "toMove": "black",
        "white": "Bob",
        "width": 0
      },
      "id": "1"
    },
    {
      "error": {
        "message": "expected an empty point, found h8 taken",
        "place": {
          "column": 0,
          "line": 0
        },
        "problem": "occupied"
      },
      "format": null,
      "game": null,
      "id": "2"
    }
  ],
  "notices": []
} satisfies ReadGames;

export const readTrees = {
  "games": [
    {
      "error": null,
      "id": "1",
      "tree": {
        "black": "Ann",
        "date": "2020",
        "event": "Cup",
        "height": 0,
        "nodes": [
          {
            "others": [
              "GN[Title]"
            ]
          },
          {
            "comment": "Good.",
            "labels": [
              {
                "text": "A",
                "x": 0,
                "y": 0
              }
            ],
            "move": {
              "side": "black",
              "x": 0,
              "y": 0
            },
            "others": [
              "TR[hh]"
            ],
            "parent": 0
          },
          {
            "move": {
              "side": "white"
            },
            "parent": 0
          },
          {
            "move": {
              "side": "black",
              "x": 0,
              "y": 0
            },
            "parent": 0
          },
          {
            "move": {
              "side": "white",
              "x": 0,
              "y": 0
            },
            "parent": 0
          }
        ],
        "result": "B+",
        "rule": null,
        "setup": [],
        "toMove": null,
        "white": "Bob",
        "width": 0
      }
    },
    {
      "error": {
        "message": "expected an empty point, found h8 taken",
        "place": {
          "column": 0,
          "line": 0
        },
        "problem": "occupied"
      },
      "id": "2",
      "tree": null
    }
  ],
  "notices": []
} satisfies ReadTrees;

export const addGames = {
  "games": 0,
  "isFull": false,
  "notices": [],
  "positions": 0,
  "problem": {
    "message": "expected an empty point, found h8 taken",
    "place": {
      "column": 0,
      "line": 0
    },
    "problem": "occupied"
  },
  "stopped": false,
  "unreadable": 0
} satisfies AddedGames;

export const findPuzzles = {
  "puzzles": [
    {
      "played": 0,
      "plies": 0,
      "position": {
        "dead": [],
        "height": 0,
        "rule": "freestyle",
        "stones": [
          {
            "side": "black",
            "x": 0,
            "y": 0
          },
          {
            "side": "white",
            "x": 0,
            "y": 0
          }
        ],
        "toMove": "white",
        "width": 0
      },
      "solution": [
        {
          "x": 0,
          "y": 0
        }
      ],
      "threats": "fours-and-threes"
    }
  ],
  "stopped": false
} satisfies Puzzles;

export const listGames = {
  "games": 0,
  "notices": [],
  "problem": {
    "message": "expected an empty point, found h8 taken",
    "place": {
      "column": 0,
      "line": 0
    },
    "problem": "occupied"
  },
  "stopped": false,
  "unreadable": 0
} satisfies ListedGames;

export const gamesReport = {
  "done": 0,
  "games": [
    {
      "black": "Ann",
      "date": "2020",
      "event": "Cup",
      "height": 0,
      "key": "3bd4ee9c71ba0879",
      "moves": 0,
      "nodes": 0,
      "opening": null,
      "result": "black",
      "rule": "freestyle",
      "sgf": "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[freestyle]PB[Ann]PW[Bob]EV[Cup]DT[2020]RE[B+]GN[Title]\n;B[hh]C[Good.]LB[ii:A]TR[hh];W[];B[ih](;W[ii])\n(;W[hi])\n)\n",
      "title": "Title",
      "white": "Bob",
      "width": 0
    }
  ],
  "total": 0
} satisfies GamesReport;
